import {useEffect} from 'preact/hooks';

/** Names the page in tabs, bookmarks and the history of the browser. @param {string} name */
export function useName(name) {
	useEffect(() => {
		document.title = `${name} · Kinoteka`;
	}, [name]);
}
