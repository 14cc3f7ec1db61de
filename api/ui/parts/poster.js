import {useState} from 'preact/hooks';
import {html} from './html.js';

const origins = new Set(document.querySelector('meta[name=image-origins]')?.getAttribute('content')?.split(' '));

/** Pictures of other hosts are not asked for unless the service allows them. @param {string | null} url */
function isAllowed(url) {
	if (!url) {
		return false;
	}
	const {origin} = new URL(url, document.baseURI);
	return origin === location.origin || origins.has(origin);
}

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
	const [failed, setFailed] = useState(/** @type {string | null} */ (null));
	const isShown = isAllowed(url) && failed !== url;
	return html`<div class="poster" style=${{'--hue': String(hueOf(title))}} aria-hidden="true">
		<span>${title}</span>
		${isShown && html`<img key=${url} src=${url} alt="" loading="lazy" decoding="async" onError=${() => setFailed(url)} />`}
	</div>`;
}
