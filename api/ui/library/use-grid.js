import {useEffect, useLayoutEffect, useRef, useState} from 'preact/hooks';
import {indexAt, layoutOf, topOf} from './grid.js';

/** @typedef {import('./grid.js').Sight} Sight */
/**
 * @typedef {object} Own
 * @property {import('preact').RefObject<HTMLElement | null>} ref The element with all rows.
 * @property {(index: number) => void} goTo Scrolls to a title.
 * @typedef {import('./grid.js').Layout & Own} Grid
 */

/**
 * Which cards of a long wall are in view. The page itself scrolls, so phones hide their bars and
 * the browser restores the place.
 * @param {number} count
 * @param {import('./grid.js').Measures} measures
 * @returns {Grid}
 */
export function useGrid(count, measures) {
	const ref = useRef(/** @type {HTMLElement | null} */ (null));
	const [sight, setSight] = useState({width: 0, top: 0, height: innerHeight});
	useLayoutEffect(() => {
		const measure = () => {
			const box = ref.current?.getBoundingClientRect();
			setSight(last => (box ? same(last, {width: box.width, top: Math.max(0, -box.top), height: innerHeight}) : last));
		};
		measure();
		const sizes = new ResizeObserver(measure);
		if (ref.current) {
			sizes.observe(ref.current);
		}
		addEventListener('scroll', measure, {passive: true});
		addEventListener('resize', measure);
		return () => {
			sizes.disconnect();
			removeEventListener('scroll', measure);
			removeEventListener('resize', measure);
		};
	}, []);
	const layout = layoutOf(count, measures, {...sight, ratio: devicePixelRatio});
	useScrollAnchor(ref, layout, sight.top);
	const goTo = (/** @type {number} */ index) => {
		if (ref.current) {
			const row = Math.floor(index / layout.columns) * layout.columns;
			scrollTo(0, ref.current.getBoundingClientRect().top + scrollY + topOf(row, layout));
		}
	};
	return {ref, goTo, ...layout};
}

/** @param {Sight} last @param {Sight} next */
function same(last, next) {
	return last.width === next.width && last.top === next.top && last.height === next.height ? last : next;
}

/**
 * When the number of columns changes, the same titles stay in view.
 * @param {import('preact').RefObject<HTMLElement | null>} ref @param {import('./grid.js').Layout} layout @param {number} top
 */
function useScrollAnchor(ref, layout, top) {
	const before = useRef({layout, top});
	useEffect(() => {
		const last = before.current;
		if (last.layout.columns !== layout.columns && last.top > 0 && ref.current) {
			const start = ref.current.getBoundingClientRect().top + scrollY;
			scrollTo(0, start + topOf(indexAt(last.top, last.layout), layout));
		}
		before.current = {layout, top};
	});
}
