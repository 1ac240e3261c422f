/** Whether the receipt is open to be changed: *Autre jeu* at the end of a game opens it in the lobby. */
export const choosing = $state({ open: false })
