import {query as toQuery} from '../client/client.ts';
import type {Letter} from '../client/schemas.ts';
import {html} from '../parts/html.ts';
import {counted} from '../parts/text.ts';
import {type Data, useData} from '../state/use-data.ts';

/** Where a letter begins in a list of this direction. */
export const startOf = ({position, count}: Letter, total: number, isDownward: boolean) =>
	isDownward ? total - position - count : position;

/** Jumps to the titles that begin with a letter, of a list by title. */
export function Letters({
	kind,
	filter,
	total,
	isDownward,
	onJump,
}: {
	kind: 'movies' | 'series';
	filter: Record<string, string | null>;
	total: number;
	isDownward: boolean;
	onJump: (index: number) => void;
}) {
	const {data}: Data<{letters: Letter[]}> = useData(`api/library/${kind}/letters${toQuery(filter)}`);
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
