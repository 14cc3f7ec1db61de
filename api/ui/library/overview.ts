import {useEffect} from 'preact/hooks';
import {html} from '../parts/html.ts';
import {Icon} from '../parts/icon.ts';
import {Poster} from '../parts/poster.ts';
import {day, duration, size} from '../parts/text.ts';
import {to} from '../state/route.ts';
import {useStanding} from './card.ts';
import type {TableProps} from './table.ts';
import {useGrid} from './use-grid.ts';

const measures = {height: 148};

/** What each title is about, in a list of any length. */
export function Overview({pages, context, count, selection, jump}: Omit<TableProps, 'columns' | 'sort'>) {
	const {kind} = context;
	const {ref, height, first, last, offset, goTo} = useGrid(count, measures);
	jump.current = goTo;
	useEffect(() => pages.want(first, Math.max(first, last - 1)), [first, last, pages.want]);
	const indexes = Array.from({length: Math.max(0, last - first)}, (_none, index) => first + index);
	return html`<div class="wall" ref=${ref} style=${{height: `${height}px`}}>
		<ul class="overviews" style=${{transform: `translateY(${offset}px)`}} aria-label=${kind === 'movies' ? 'Movies' : 'Series'}>
			${indexes.map(index => html`<${Entry} key=${index} title=${pages.at(index)} index=${index} count=${count} context=${context} selection=${selection} />`)}
		</ul></div>`;
}

function Entry(props: any) {
	return props.title ? html`<${Shown} ...${props} />` : html`<li class="overview-entry ghost" aria-hidden="true" />`;
}

function Shown({title, index, count, context, selection}: any) {
	const {kind, profileName} = context;
	const {tone, text} = useStanding(title, kind);
	const isPicked = selection?.has(title.id) ?? false;
	const facts = [
		title.year,
		duration(title.runtime),
		title.metaRating !== null && `★ ${title.metaRating.toFixed(1)}`,
		kind === 'series' ? title.network : title.studios?.[0],
		kind === 'series' && title.nextAiring && `airs ${day(title.nextAiring)}`,
		profileName(title.qualityProfileId),
		(title.file?.size || title.sizeOnDisk) && size(title.file?.size ?? title.sizeOnDisk),
	].filter(Boolean);
	return html`<li class=${`overview-entry ${isPicked ? 'picked' : ''}`} aria-posinset=${index + 1} aria-setsize=${count}>
		<${Poster} title=${title.title} url=${title.posterUrl} />
		<div><h2 dir="auto">${
			selection
				? html`<button type="button" class="pick" aria-pressed=${isPicked} onClick=${(event: MouseEvent) => selection.pick(title.id, index, event.shiftKey)}><${Icon} name=${isPicked ? 'check' : 'plus'} />${title.title}</button>`
				: html`<a href=${to(`${kind}/${title.id}`)}>${title.title}</a>`
		}</h2>
			<p class="about"><span class=${`dot ${tone}`} /> ${text} · ${facts.join(' · ')}</p>
			<p class="plot" dir="auto">${title.overview || 'The provider has no description.'}</p></div>
	</li>`;
}
