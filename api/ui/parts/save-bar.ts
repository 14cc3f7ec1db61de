import {useEffect, useRef, useState} from 'preact/hooks';
import {Button} from './button.ts';
import {html} from './html.ts';
import {counted} from './text.ts';

/**
 * Stays in sight while something is not saved. Whoever goes elsewhere is asked first, where there is the Navigation
 * API.
 */
export function SaveBar({count, onDiscard}: {count: number; onDiscard: () => void}) {
	const [leavesFor, setLeavesFor] = useState<string | null>(null);
	const isDirty = useRef(false);
	isDirty.current = count > 0;
	useEffect(() => {
		const navigation: EventTarget | undefined = (globalThis as any).navigation;
		const hold = (event: any) => {
			const isLeft = isDirty.current && event.cancelable && event.destination.url !== location.href && !event.defaultPrevented;
			if (isLeft) {
				event.preventDefault();
				setLeavesFor(event.destination.url);
			}
		};
		const warn = (event: Event) => void (isDirty.current && event.preventDefault());
		navigation?.addEventListener('navigate', hold);
		addEventListener('beforeunload', warn);
		return () => {
			navigation?.removeEventListener('navigate', hold);
			removeEventListener('beforeunload', warn);
		};
	}, []);
	const discard = () => {
		isDirty.current = false;
		onDiscard();
		if (leavesFor !== null) {
			location.href = leavesFor;
		}
	};
	if (count === 0) {
		return null;
	}
	return html`<footer class=${`save-bar ${leavesFor === null ? '' : 'asking'}`}>
		<p role="status">${leavesFor === null ? `${counted(count, 'change')} not saved` : 'Save your changes first, or discard them.'}</p>
		<${Button} label=${leavesFor === null ? 'Discard' : 'Discard and leave'} onClick=${discard} />
		<${Button} type="submit" kind="primary" label="Save" />
	</footer>`;
}
