import {useEffect} from 'preact/hooks';

/** Names the page in tabs, bookmarks and the history of the browser. */
export function useName(name: string) {
	useEffect(() => {
		document.title = `${name} · Kinoteka`;
	}, [name]);
}
