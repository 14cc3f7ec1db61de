import {useEffect} from 'preact/hooks';
import {html} from '../parts/html.js';
import {Icon} from '../parts/icon.js';
import {changeQuery, to} from '../state/route.js';
import {columnsOf, sortsOf} from './columns.js';
import {useGrid} from './use-grid.js';

const titleWidth = matchMedia('(max-width: 760px)').matches ? 170 : 240;
const measures = {height: 31};

/**
 * A table of any length. Only the rows in view are in the document.
 * @typedef {object} TableProps
 * @property {import('./use-pages.js').Pages<any>} pages
 * @property {import('./columns.js').Context} context
 * @property {number} count
 * @property {readonly string[]} columns
 * @property {string} sort
 * @property {import('./selection.js').Selection | null} selection
 * @property {import('preact').RefObject<((index: number) => void) | null>} jump
 *
 * @param {TableProps} props
 */
export function TitleTable({pages, context, count, columns: names, sort, selection, jump}) {
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

/**
 * @param {{kind: import('./columns.js').Kind, field: string | undefined, label: string, sort: string,
 * isNumber?: boolean | undefined}} props
 */
function Head({kind, field, label, sort, isNumber = false}) {
	const [current, way] = sort.split(':');
	const isCurrent = field !== undefined && field === current;
	const isDownward = way === 'desc';
	const click = () => {
		const first = sortsOf[kind].find(each => each.field === field)?.isDownward ?? false;
		changeQuery({sort: `${field}:${(isCurrent ? !isDownward : first) ? 'desc' : 'asc'}`});
	};
	return html`<div role="columnheader" class=${isNumber ? 'number' : ''} aria-sort=${isCurrent ? (isDownward ? 'descending' : 'ascending') : undefined}>${
		field === undefined
			? label
			: html`<button type="button" onClick=${click}>${label}${isCurrent && html`<${Icon} name=${isDownward ? 'down' : 'up'} />`}</button>`
	}</div>`;
}

/** @param {any} props */
function Row({title, index, columns, context, template, selection}) {
	if (!title) {
		return html`<div role="row" class="title-row ghost" aria-rowindex=${index + 2} style=${template} />`;
	}
	const isPicked = selection?.has(title.id) ?? false;
	return html`<div role="row" class=${`title-row ${isPicked ? 'picked' : ''}`} aria-rowindex=${index + 2} style=${template}>
		<div role="rowheader" dir="auto">${
			selection
				? html`<button type="button" class="pick" aria-pressed=${isPicked} onClick=${(/** @type {MouseEvent} */ event) => selection.pick(title.id, index, event.shiftKey)}><${Icon} name=${isPicked ? 'check' : 'plus'} />${title.title}</button>`
				: html`<a href=${to(`${context.kind}/${title.id}`)}>${title.title}</a>`
		}</div>
		${columns.map((/** @type {import('./columns.js').Column} */ each) => html`<div key=${each.name} role="cell" class=${each.isNumber ? 'number' : ''}>${each.show(title, context)}</div>`)}
	</div>`;
}
