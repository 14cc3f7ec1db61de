import {useEffect, useRef} from 'preact/hooks';

/** The element for the person's first input; browsers obey `autofocus` only once a document. */
export function useFocus() {
	const ref = useRef<HTMLElement | null>(null);
	useEffect(() => ref.current?.focus({preventScroll: true}), []);
	return ref;
}
