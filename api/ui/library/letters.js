import {query as toQuery} from '../client/client.js';
import {html} from '../parts/html.js';
import {counted} from '../parts/text.js';
import {useData} from '../state/use-data.js';

/** @typedef {{letter: string, position: number, count: number}} Letter */

/**
 * Where a letter begins in a list of this direction.
 * @param {Letter} letter
 * @param {number} total
 * @param {boolean} isDownward
 */
export const startOf = ({position, count}, total, isDownward) => (isDownward ? total - position - count : position);

/**
 * Jumps to the titles that begin with a letter, of a list by title.
 * @param {{kind: 'movies' | 'series', filter: Record<string, string | null>, total: number,
 * isDownward: boolean, onJump: (index: number) => void}} props
 */
export function Letters({kind, filter, total, isDownward, onJump}) {
	/** @type {import('../state/use-data.js').Data<{letters: Letter[]}>} */
	const {data} = useData(`api/library/${kind}/letters${toQuery(filter)}`);
	const letters = isDownward ? data?.letters.toReversed() : data?.letters;
	return (
		letters &&
		letters.length > 1 &&
		html`<nav class="letters" aria-label="First letters">${letters.map(
			each => html`<button key=${each.letter} type="button" title=${counted(each.count, 'title')} aria-label=${`${each.letter}, ${counted(each.count, 'title')}`}
				onClick=${() => onJump(startOf(each, total, isDownward))}>${each.letter}</button>`,
		)}</nav>`
	);
}
