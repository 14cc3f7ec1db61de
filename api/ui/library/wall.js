import {useEffect} from 'preact/hooks';
import {html} from '../parts/html.js';
import {Card, CardGhost} from './card.js';
import {useGrid} from './use-grid.js';

const wide = {least: 148, gap: 16, textHeight: 46};
const narrow = {least: 104, gap: 10, textHeight: 42};

/**
 * A wall of posters of any length. Only the cards in view are in the document.
 * @typedef {object} WallProps
 * @property {import('./use-pages.js').Pages<any>} pages
 * @property {import('./columns.js').Context} context
 * @property {number} count
 * @property {import('./selection.js').Selection | null} selection
 * @property {import('preact').RefObject<((index: number) => void) | null>} jump Gets what scrolls to a title.
 *
 * @param {WallProps} props
 */
export function Wall({pages, context: {kind, libraryName}, count, selection, jump}) {
	const measures = matchMedia('(max-width: 760px)').matches ? narrow : wide;
	const {ref, columns, height, first, last, offset, goTo} = useGrid(count, measures);
	jump.current = goTo;
	useEffect(() => pages.want(first, Math.max(first, last - 1)), [first, last, pages.want]);
	const indexes = Array.from({length: Math.max(0, last - first)}, (_none, index) => first + index);
	const style = {transform: `translateY(${offset}px)`, gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))`};
	return html`<div class="wall" ref=${ref} style=${{height: `${height}px`}}>
			<ul style=${style} aria-label=${kind === 'movies' ? 'Movies' : 'Series'}>
				${indexes.map(index => {
					const title = pages.at(index);
					return title
						? html`<${Card} key=${index} title=${title} kind=${kind} libraryName=${libraryName(title.libraryId)} position=${index + 1} count=${count} selection=${selection} />`
						: html`<${CardGhost} key=${index} />`;
				})}
			</ul>
		</div>`;
}
