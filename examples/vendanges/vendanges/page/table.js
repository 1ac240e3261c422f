// How Vendanges looks on the page. The server serves this folder at /games/vendanges/; the page gives the element
// `vendanges-table` a new `scene` with every state (web/src/games/scene.ts). What moves and what is asked is the page's.
const FACES = { grape: '🍇', leaf: '🍃', sun: '☀️' }

// A sheet that script makes, since the page allows no inline style.
const sheet = new CSSStyleSheet()
sheet.replaceSync(`
  :host { display: grid; place-content: center; gap: 2em; width: 100%; height: 100%; text-align: center; color: var(--on-mat); }
  .basket { min-height: 1.4em; font-size: 7em; line-height: 1.2; }
  .worth { font-size: 3em; }
  ul { display: flex; flex-wrap: wrap; justify-content: center; gap: 2em; padding: 0; margin: 0; list-style: none; font-size: 2em; }
  li { padding: 0.5em 1em; border-radius: 1em; background: var(--mat-lo); }
  li.on { outline: 4px solid var(--accent); }
  b { display: block; font-size: 1.5em; }
`)

class VendangesTable extends HTMLElement {
  #root = this.attachShadow({ mode: 'open' })

  constructor() {
    super()
    this.#root.adoptedStyleSheets = [sheet]
  }

  set scene(scene) {
    const { view, names, words } = scene
    const faces = (basket) => basket.map((face) => FACES[face]).join(' ')
    const seats = names.map((name, seat) => {
      const place = line('li', name)
      place.classList.toggle('on', seat === view.active && !scene.result)
      place.append(line('b', `${view.grapes[seat]} / ${view.goal}`), line('span', faces(view.cellar[seat])))
      return place
    })
    const basket = line('div', faces(view.basket))
    basket.className = 'basket'
    basket.setAttribute('role', 'img')
    basket.setAttribute('aria-label', `${words.label('basket')}: ${words.value('basket', view.basket, names)}`)
    const worth = line('p', `${words.label('worth')} ${view.worth}`)
    worth.className = 'worth'
    const list = document.createElement('ul')
    list.append(...seats)
    this.#root.replaceChildren(basket, worth, list)
  }
}

function line(tag, text) {
  const made = document.createElement(tag)
  made.textContent = text
  return made
}

customElements.define('vendanges-table', VendangesTable)
