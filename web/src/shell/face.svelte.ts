import type { Face } from '../games/scene'

const PLACE = 'tablee:face'
type Wish = Face | 'auto'

function read(): Wish {
  try {
    const found = sessionStorage.getItem(PLACE)
    return found === 'screen' || found === 'hand' || found === 'desk' ? found : 'auto'
  } catch {
    return 'auto'
  }
}

export const room = $state({ wide: false, wish: read() })
const wide = matchMedia('(min-width: 900px) and (min-aspect-ratio: 11/10)')
room.wide = wide.matches
wide.addEventListener('change', () => (room.wide = wide.matches))

export function wish(face: Wish): void {
  room.wish = face
  try {
    sessionStorage.setItem(PLACE, face)
  } catch {
    // Then it holds until the page is loaded anew.
  }
}

/** The right face by the shape of the window and by whether one sits; a wish goes before. */
export function faceFor(sits: boolean, shape: { wide: boolean; wish: Wish } = room): Face {
  if (shape.wish === 'screen' || (shape.wish === 'desk' && shape.wide) || (shape.wish === 'hand' && sits))
    return shape.wish
  if (!sits) return 'screen'
  return shape.wide ? 'desk' : 'hand'
}
