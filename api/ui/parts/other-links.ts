import {useEffect, useRef} from 'preact/hooks';
import {Problem} from '../client/problem.ts';
import {Button} from './button.ts';
import {html} from './html.ts';

export const otherLinksOf = (error: unknown): readonly string[] =>
	error instanceof Problem && Array.isArray(error.body?.links) ? error.body.links : [];

/** Other addresses of the site whose test failed, of which a person chooses one. */
export function OtherLinks({error, onChoose}: {error: unknown; onChoose: (link: string) => void}) {
	const links = otherLinksOf(error);
	const ref = useRef<HTMLElement | null>(null);
	useEffect(() => ref.current?.scrollIntoView({block: 'nearest'}), [error]); // it may be at the end of a long form
	return (
		links.length > 0 &&
		html`<div ref=${ref} class="other-links"><p class="hint">Another address of the site may work. What you entered is sent to the one you choose.</p>
			<div class="row-actions">${links.map(link => html`<${Button} key=${link} label=${`Use ${link}`} onClick=${() => onChoose(link)} />`)}</div></div>`
	);
}
