import type {RefObject} from 'preact';
import {useEffect} from 'preact/hooks';
import type {Movie, Series} from '../client/types.ts';
import {html} from '../parts/html.ts';
import {Icon} from '../parts/icon.ts';
import {to} from '../state/route.ts';
import {type Column, type Context, columnsOf, type Kind, sortsOf} from './columns.ts';
import {chooseSort} from './kept-sort.ts';
import type {Selection} from './selection.ts';
import {useGrid} from './use-grid.ts';
import type {Pages} from './use-pages.ts';

const titleWidth = matchMedia('(max-width: 760px)').matches ? 170 : 240;
const measures = {height: 31};

export interface TableProps {
	pages: Pages<Movie | Series>;
	context: Context;
	count: number;
	columns: readonly string[];
	sort: string;
	selection: Selection | null;
	jump: RefObject<((index: number) => void) | null>;
}

/** A table of any length. Only the rows in view are in the document. */
export function TitleTable({pages, context, count, columns: names, sort, selection, jump}: TableProps) {
	const {kind} = context;
	const columns = columnsOf[kind].filter(({name}) => names.includes(name));
	const {ref, height, first, last, offset, goTo} = useGrid(count, measures);
	jump.current = goTo;
	useEffect(() => pages.want(first, Math.max(first, last - 1)), [first, last, pages.want]);
	const indexes = Array.from({length: Math.max(0, last - first)}, (_none, index) => first + index);
	const template = {
		gridTemplateColumns: [`minmax(${titleWidth}px, 2fr)`, ...columns.map(({width}) => `minmax(${width}px, 1fr)`)].join(' '),
	};
	const minWidth = `${columns.reduce((sum, {width}) => sum + width, titleWidth)}px`;
	return html`<div class="title-table" tabindex="0" role="region" aria-label="Table, scrolls sideways">
		<div role="table" aria-label=${kind === 'movies' ? 'Movies' : 'Series'} aria-rowcount=${count + 1} style=${{minWidth}}>
			<div role="row" class="title-row heads" aria-rowindex="1" style=${template}>
				<${Head} kind=${kind} field="title" label="Title" sort=${sort} />
				${columns.map(each => html`<${Head} key=${each.name} kind=${kind} field=${each.sort} label=${each.label} sort=${sort} isNumber=${each.isNumber} />`)}
			</div>
			<div role="rowgroup" class="title-rows" ref=${ref} style=${{height: `${height}px`}}>
				<div role="presentation" style=${{transform: `translateY(${offset}px)`}}>${indexes.map(
					index =>
						html`<${Row} key=${index} title=${pages.at(index)} index=${index} columns=${columns} context=${context} template=${template} selection=${selection} />`,
				)}</div>
			</div>
		</div>
	</div>`;
}

function Head({
	kind,
	field,
	label,
	sort,
	isNumber = false,
}: {
	kind: Kind;
	field: string | undefined;
	label: string;
	sort: string;
	isNumber?: boolean | undefined;
}) {
	const [current, way] = sort.split(':');
	const isCurrent = field !== undefined && field === current;
	const isDownward = way === 'desc';
	const click = () => {
		const first = sortsOf[kind].find(each => each.field === field)?.isDownward ?? false;
		chooseSort(kind, `${field}:${(isCurrent ? !isDownward : first) ? 'desc' : 'asc'}`);
	};
	return html`<div role="columnheader" class=${isNumber ? 'number' : ''} aria-sort=${isCurrent ? (isDownward ? 'descending' : 'ascending') : undefined}>${
		field === undefined
			? label
			: html`<button type="button" onClick=${click}>${label}${isCurrent && html`<${Icon} name=${isDownward ? 'down' : 'up'} />`}</button>`
	}</div>`;
}

function Row({title, index, columns, context, template, selection}: any) {
	if (!title) {
		return html`<div role="row" class="title-row ghost" aria-rowindex=${index + 2} style=${template} />`;
	}
	const isPicked = selection?.has(title.id) ?? false;
	return html`<div role="row" class=${`title-row ${isPicked ? 'picked' : ''}`} aria-rowindex=${index + 2} style=${template}>
		<div role="rowheader" dir="auto">${
			selection
				? html`<button type="button" class="pick" aria-pressed=${isPicked} onClick=${(event: MouseEvent) => selection.pick(title.id, index, event.shiftKey)}><${Icon} name=${isPicked ? 'check' : 'plus'} />${title.title}</button>`
				: html`<a href=${to(`${context.kind}/${title.id}`)}>${title.title}</a>`
		}</div>
		${columns.map((each: Column) => html`<div key=${each.name} role="cell" class=${each.isNumber ? 'number' : ''}>${each.show(title, context)}</div>`)}
	</div>`;
}
