import type {RefObject} from 'preact';
import {useEffect} from 'preact/hooks';
import type {Movie, Series} from '../client/types.ts';
import {html} from '../parts/html.ts';
import {Card, CardGhost} from './card.ts';
import type {Context} from './columns.ts';
import type {Selection} from './selection.ts';
import {useGrid} from './use-grid.ts';
import type {Pages} from './use-pages.ts';

const wide = {least: 148, gap: 16, textHeight: 46};
const narrow = {least: 104, gap: 10, textHeight: 42};

interface WallProps {
	pages: Pages<Movie | Series>;
	context: Context;
	count: number;
	selection: Selection | null;
	/** Gets what scrolls to a title. */
	jump: RefObject<((index: number) => void) | null>;
}

/** A wall of posters of any length. Only the cards in view are in the document. */
export function Wall({pages, context: {kind, libraryName}, count, selection, jump}: WallProps) {
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
