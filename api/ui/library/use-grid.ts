import type {RefObject} from 'preact';
import {useEffect, useLayoutEffect, useRef, useState} from 'preact/hooks';
import {indexAt, type Layout, layoutOf, type Measures, type Sight, topOf} from './grid.ts';

interface Own {
	/** The element with all rows. */
	ref: RefObject<HTMLElement | null>;
	/** Scrolls to a title. */
	goTo: (index: number) => void;
}

type Grid = Layout & Own;

/**
 * Which cards of a long wall are in view. The page itself scrolls, so phones hide their bars and
 * the browser restores the place.
 */
export function useGrid(count: number, measures: Measures): Grid {
	const ref = useRef<HTMLElement | null>(null);
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
	const goTo = (index: number) => {
		if (ref.current) {
			const row = Math.floor(index / layout.columns) * layout.columns;
			scrollTo(0, ref.current.getBoundingClientRect().top + scrollY + topOf(row, layout));
		}
	};
	return {ref, goTo, ...layout};
}

function same(last: Sight, next: Sight) {
	return last.width === next.width && last.top === next.top && last.height === next.height ? last : next;
}

/** When the number of columns changes, the same titles stay in view. */
function useScrollAnchor(ref: RefObject<HTMLElement | null>, layout: Layout, top: number) {
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
