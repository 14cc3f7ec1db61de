import {useEffect} from 'preact/hooks';
import {isShownByBanner} from '../client/problem.js';
import {Failure} from '../parts/blocks.js';
import {html} from '../parts/html.js';
import {useLibraries} from '../title/choices.js';
import {Card, CardGhost} from './card.js';
import {useGrid} from './use-grid.js';

const wide = {least: 148, gap: 16, textHeight: 46};
const narrow = {least: 104, gap: 10, textHeight: 42};

/**
 * A wall of posters of any length. Only the cards in view are in the document.
 * @typedef {object} WallProps
 * @property {import('./use-pages.js').Pages<any>} pages
 * @property {'movies' | 'series'} kind
 * @property {number} count
 * @property {import('./selection.js').Selection | null} selection
 *
 * @param {WallProps} props
 */
export function Wall({pages, kind, count, selection}) {
	const measures = matchMedia('(max-width: 760px)').matches ? narrow : wide;
	const libraries = useLibraries(kind);
	// Where there is but one, its name says nothing.
	const shelfOf = (/** @type {string | null} */ id) =>
		libraries.length > 1 ? (libraries.find(({value}) => value === id)?.label ?? null) : null;
	const isKnown = pages.total !== null;
	const error = isShownByBanner(pages.error) ? null : pages.error;
	const {ref, columns, height, first, last, offset} = useGrid(error && !isKnown ? 0 : count, measures);
	useEffect(() => pages.want(first, Math.max(first, last - 1)), [first, last, pages.want]);
	const indexes = Array.from({length: Math.max(0, last - first)}, (_none, index) => first + index);
	const style = {transform: `translateY(${offset}px)`, gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))`};
	return html`${error && html`<${Failure} error=${error} onRetry=${pages.retry} />`}
		${!isKnown && !error && html`<p class="hidden" role="status">Loading</p>`}
		<div class="wall" ref=${ref} style=${{height: `${height}px`}}>
			<ul style=${style} aria-label=${kind === 'movies' ? 'Movies' : 'Series'}>
				${indexes.map(index => {
					const title = pages.at(index);
					return title
						? html`<${Card} key=${index} title=${title} kind=${kind} shelf=${shelfOf(title.libraryId)} position=${index + 1} count=${count} selection=${selection} />`
						: html`<${CardGhost} key=${index} />`;
				})}
			</ul>
		</div>`;
}
