import {useEffect} from 'preact/hooks';

/** Milliseconds without scrolling after which a place is noted: browsers limit how often that may be done. */
const idleMs = 150;
/** Whoever comes back waits no longer than this for the content to be as long as it was. */
const limitMs = 8_000;
const byHand = ['wheel', 'touchstart', 'keydown', 'pointerdown'];

/** Keeps the place of a view with its entry in the history of the browser, and goes there after a return or reload. */
export function useScrollPosition() {
	useEffect(() => {
		history.scrollRestoration = 'manual';
		const stopReturn = returnTo(Number(history.state?.scrollY) || 0);
		const [own] = location.hash.split('?');
		let timer = 0;
		const note = () => {
			clearTimeout(timer);
			timer = setTimeout(() => {
				if (location.hash.split('?')[0] === own && !stopReturn.isOpen()) {
					history.replaceState({...history.state, scrollY: Math.round(scrollY)}, '');
				}
			}, idleMs);
		};
		addEventListener('scroll', note, {passive: true});
		return () => {
			clearTimeout(timer);
			removeEventListener('scroll', note);
			stopReturn.stop();
		};
	}, []);
}

/** Scrolls as soon as the page is long enough, unless the person scrolls first. */
function returnTo(top: number) {
	scrollTo(0, top);
	let isOpen = top > 0 && scrollY < top - 1;
	const go = () => {
		scrollTo(0, top);
		if (scrollY >= top - 1) {
			stop();
		}
	};
	const sizes = new ResizeObserver(go);
	const timer = setTimeout(stop, limitMs);
	function stop() {
		isOpen = false;
		clearTimeout(timer);
		sizes.disconnect();
		byHand.forEach(name => void removeEventListener(name, stop));
	}
	if (isOpen) {
		sizes.observe(document.body);
		byHand.forEach(name => void addEventListener(name, stop, {passive: true}));
	}
	return {stop, isOpen: () => isOpen};
}
