import {useEffect, useRef, useState} from 'preact/hooks';

/** Milliseconds after the last letter. */
const debounceMs = 250;

/**
 * What a person types into a search box, reported once they pause.
 * Another value from outside, such as that of a link, is shown.
 */
export function useTyped(value: string, onPause: (text: string) => void): [typed: string, setTyped: (text: string) => void] {
	const [typed, setTyped] = useState(value);
	const reported = useRef(value);
	useEffect(() => {
		if (value !== reported.current) {
			reported.current = value;
			setTyped(value);
		}
	}, [value]);
	useEffect(() => {
		const timer = setTimeout(() => {
			if (typed.trim() !== reported.current) {
				reported.current = typed.trim();
				onPause(reported.current);
			}
		}, debounceMs);
		return () => clearTimeout(timer);
	}, [typed]);
	return [typed, setTyped];
}
