import {createContext} from 'preact';
import {useContext, useEffect, useRef, useState} from 'preact/hooks';
import {html} from './html.ts';
import {createPictureSlots} from './picture-slots.ts';

const Pictures = createContext(createPictureSlots());

/** A color that stays the same for a title. */
function hueOf(title: string) {
	let hue = 7;
	for (const letter of title) {
		hue = (hue * 31 + (letter.codePointAt(0) ?? 0)) % 100_003;
	}
	return (hue * 137) % 360; // neighbours in the alphabet differ
}

/** The poster of a title, or its name on a colored card. Always 2:3, so nothing moves when the picture arrives. */
export function Poster({title, url}: {title: string; url: string | null}) {
	return html`<div class="poster" style=${{'--hue': String(hueOf(title))}} aria-hidden="true">
		<span dir="auto">${title}</span>
		${url && html`<${Picture} key=${url} url=${url} />`}
	</div>`;
}

/** The face of a person, or the first letter of the name. */
export function Portrait({name, url}: {name: string; url: string | null}) {
	return html`<span class="portrait" style=${{'--hue': String(hueOf(name))}} aria-hidden="true">
		<span>${[...name][0]}</span>
		${url && html`<${Picture} key=${url} url=${url} />`}
	</span>`;
}

/** The name of a title as its makers draw it. */
export function Logo({url}: {url: string | null | undefined}) {
	return url && html`<div class="logo" aria-hidden="true"><${Picture} key=${url} url=${url} /></div>`;
}

/** A wide picture behind what is on it. */
export function Backdrop({url}: {url: string | null}) {
	return url && html`<div class="backdrop" aria-hidden="true"><${Picture} key=${url} url=${url} /></div>`;
}

/** Loads when its turn comes, and stops when it leaves the view. */
function Picture({url}: {url: string}) {
	const loads = useContext(Pictures);
	const image = useRef<HTMLImageElement | null>(null);
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
