import {createContext} from 'preact';
import {useContext, useEffect, useRef, useState} from 'preact/hooks';
import {html} from './html.js';
import {createPictureSlots} from './picture-slots.js';

const Pictures = createContext(createPictureSlots());

/** A color that stays the same for a title. @param {string} title */
function hueOf(title) {
	let hue = 7;
	for (const letter of title) {
		hue = (hue * 31 + (letter.codePointAt(0) ?? 0)) % 100_003;
	}
	return (hue * 137) % 360; // neighbours in the alphabet differ
}

/**
 * The poster of a title, or its name on a colored card. Always 2:3, so nothing moves when the picture arrives.
 * @param {{title: string, url: string | null}} props
 */
export function Poster({title, url}) {
	return html`<div class="poster" style=${{'--hue': String(hueOf(title))}} aria-hidden="true">
		<span dir="auto">${title}</span>
		${url && html`<${Picture} key=${url} url=${url} />`}
	</div>`;
}

/** The face of a person, or the first letter of the name. @param {{name: string, url: string | null}} props */
export function Portrait({name, url}) {
	return html`<span class="portrait" style=${{'--hue': String(hueOf(name))}} aria-hidden="true">
		<span>${[...name][0]}</span>
		${url && html`<${Picture} key=${url} url=${url} />`}
	</span>`;
}

/** The name of a title as its makers draw it. @param {{url: string | null | undefined}} props */
export function Logo({url}) {
	return url && html`<div class="logo" aria-hidden="true"><${Picture} key=${url} url=${url} /></div>`;
}

/** A wide picture behind what is on it. @param {{url: string | null}} props */
export function Backdrop({url}) {
	return url && html`<div class="backdrop" aria-hidden="true"><${Picture} key=${url} url=${url} /></div>`;
}

/** Loads when its turn comes, and stops when it leaves the view. @param {{url: string}} props */
function Picture({url}) {
	const loads = useContext(Pictures);
	const image = useRef(/** @type {HTMLImageElement | null} */ (null));
	const [isLoaded, setLoaded] = useState(false);
	useEffect(() => {
		const element = image.current;
		if (!element) {
			return;
		}
		const taker = {
			begin: () => void element.setAttribute('src', url),
			giveUp: () => element.removeAttribute('src'),
		};
		element.onload = () => {
			setLoaded(true);
			loads.end(taker, true);
		};
		element.onerror = () => loads.end(taker, false);
		loads.ask(taker);
		return () => {
			element.removeAttribute('src');
			loads.leave(taker);
		};
	}, [url]);
	return html`<img ref=${image} alt="" decoding="async" class=${isLoaded ? 'there' : ''} />`;
}
