import {useState} from 'preact/hooks';

/**
 * The text in a field whose value is something else. It stays as typed, such as “1.” on the way to 1.5, until the value
 * becomes another one.
 */
export function useText<T>(
	value: T,
	onChange: (value: T) => void,
	{toText, toValue}: {toText: (value: T) => string; toValue: (text: string) => T},
): [text: string, change: (text: string) => void] {
	const [typed, setTyped] = useState<string | null>(null);
	const isTyped = typed !== null && JSON.stringify(toValue(typed)) === JSON.stringify(value);
	const change = (text: string) => {
		setTyped(text);
		onChange(toValue(text));
	};
	return [isTyped ? typed : toText(value), change];
}
