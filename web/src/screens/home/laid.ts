/** The table that this page has laid for whoever comes: it is still there when one comes home again. */
export const laid = { code: '' }
