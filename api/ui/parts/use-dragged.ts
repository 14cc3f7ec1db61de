import {useRef} from 'preact/hooks';
import {html} from './html.ts';
import {Icon} from './icon.ts';

/**
 * Rows that are dragged into another order, with a mouse or a finger, by the grip in front of each. Keyboards and
 * screen readers have buttons for it.
 */
export function useDragged(move: (from: number, to: number) => void) {
	const latest = useRef(move);
	latest.current = move;
	const grab = (index: number) => (event: PointerEvent) => {
		const list = (event.currentTarget as HTMLElement).closest('ol');
		if (!list || event.button !== 0) {
			return;
		}
		event.preventDefault();
		const dragging = new AbortController();
		const {signal} = dragging;
		let at = index;
		const follow = ({clientY}: PointerEvent) => {
			const to = placeAt(list, at, clientY);
			if (to !== at) {
				latest.current(at, to);
				at = to;
			}
			list.children[at]?.scrollIntoView({block: 'nearest'});
		};
		list.classList.add('dragging');
		signal.addEventListener('abort', () => list.classList.remove('dragging'));
		// The row may be moved in the document, and loses what it has captured.
		document.addEventListener('pointermove', follow, {signal});
		document.addEventListener('pointerup', () => dragging.abort(), {signal});
		document.addEventListener('pointercancel', () => dragging.abort(), {signal});
	};
	return (index: number) => html`<span class="grip" aria-hidden="true" onPointerDown=${grab(index)}><${Icon} name="grip" /></span>`;
}

/** One place further for each event, once the pointer is beyond the middle of the neighbour. */
function placeAt({children}: HTMLElement, at: number, y: number) {
	const middleOf = (index: number) => {
		const box = children[index]?.getBoundingClientRect();
		return box ? box.top + box.height / 2 : null;
	};
	const above = middleOf(at - 1);
	const below = middleOf(at + 1);
	if (above !== null && y < above) {
		return at - 1;
	}
	return below !== null && y > below ? at + 1 : at;
}
