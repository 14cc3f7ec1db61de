import {useEffect, useLayoutEffect, useRef, useState} from 'preact/hooks';

/**
 * @typedef {object} Grid
 * @property {import('preact').RefObject<HTMLElement | null>} ref The element that is as high as all rows.
 * @property {number} columns
 * @property {number} height Pixels of all rows.
 * @property {number} first Index of the first card that is drawn.
 * @property {number} last Index behind the last one.
 * @property {number} offset Pixels above the first one.
 */

/** Rows that are drawn above and below what is in view. */
const spare = 2;

/**
 * Which cards of a long wall are in view. The page itself scrolls, so phones hide their bars and
 * the browser restores the place.
 * @param {number} count
 * @param {{least: number, gap: number, textHeight: number}} measures In pixels.
 * @returns {Grid}
 */
export function useGrid(count, {least, gap, textHeight}) {
	const ref = useRef(/** @type {HTMLElement | null} */ (null));
	const [view, setView] = useState({width: 0, top: 0, height: innerHeight});
	useLayoutEffect(() => {
		const look = () => {
			const box = ref.current?.getBoundingClientRect();
			setView(last => (box ? same(last, {width: box.width, top: Math.max(0, -box.top), height: innerHeight}) : last));
		};
		look();
		const sizes = new ResizeObserver(look);
		if (ref.current) {
			sizes.observe(ref.current);
		}
		addEventListener('scroll', look, {passive: true});
		addEventListener('resize', look);
		return () => {
			sizes.disconnect();
			removeEventListener('scroll', look);
			removeEventListener('resize', look);
		};
	}, []);
	const columns = Math.max(3, Math.floor((view.width + gap) / (least + gap)));
	const cardWidth = (view.width - gap * (columns - 1)) / columns;
	const rowHeight = Math.round(cardWidth * 1.5) + textHeight + gap;
	const rows = Math.ceil(count / columns);
	const firstRow = Math.max(0, Math.min(Math.floor(view.top / rowHeight), rows - 1) - spare);
	const lastRow = Math.min(rows, Math.ceil((view.top + view.height) / rowHeight) + spare);
	useKeptPlace(ref, {rowHeight, columns, top: view.top});
	return {
		ref,
		columns,
		height: Math.max(0, rows * rowHeight - gap),
		first: view.width > 0 ? firstRow * columns : 0,
		last: view.width > 0 ? Math.min(count, lastRow * columns) : 0,
		offset: firstRow * rowHeight,
	};
}

/** @param {{width: number, top: number, height: number}} last @param {{width: number, top: number, height: number}} next */
function same(last, next) {
	return last.width === next.width && last.top === next.top && last.height === next.height ? last : next;
}

/**
 * When the number of columns changes, the same titles stay in view.
 * @param {import('preact').RefObject<HTMLElement | null>} ref
 * @param {{rowHeight: number, columns: number, top: number}} layout
 */
function useKeptPlace(ref, {rowHeight, columns, top}) {
	const before = useRef({rowHeight, columns, top});
	useEffect(() => {
		const last = before.current;
		if (last.columns !== columns && last.top > 0 && ref.current) {
			const index = (last.top / last.rowHeight) * last.columns;
			const start = ref.current.getBoundingClientRect().top + scrollY;
			scrollTo(0, start + (index / columns) * rowHeight);
		}
		before.current = {rowHeight, columns, top};
	});
}
