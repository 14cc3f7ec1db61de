import type {ListedSeason as PassSeason} from '../client/schemas.ts';
import type {Selection} from '../library/selection.ts';
import {Button} from '../parts/button.ts';
import {html} from '../parts/html.ts';
import {Icon} from '../parts/icon.ts';
import {useApp} from '../state/app-state.ts';
import {to} from '../state/route.ts';

export interface PassSeries {
	id: string;
	title: string;
	monitored: boolean;
	status: string;
	seasons: PassSeason[];
}

interface PassRowProps {
	/** Undefined until it is there. */
	series: PassSeries | undefined;
	index: number;
	count: number;
	selection: Selection | null;
	onChange: () => void;
}

/** A series with a button for each season, which monitors it or not. */
export function PassRow({series, index, count, selection, onChange}: PassRowProps) {
	const {client, attempt, may} = useApp();
	if (!series) {
		return html`<div role="listitem" class="pass-row" aria-posinset=${index + 1} aria-setsize=${count} />`;
	}
	const {id, title, monitored, seasons} = series;
	const isPicked = selection?.has(id) ?? false;
	const set = async (path: string, isMonitored: boolean) => {
		await attempt(() => client.put(path, {monitored: isMonitored}).then(() => null));
		onChange();
	};
	const path = `api/library/series/${id}`;
	const isLocked = !may('editTitles');
	return html`<div role="listitem" class=${`pass-row ${isPicked ? 'picked' : ''}`} aria-posinset=${index + 1} aria-setsize=${count}>
		<span class="pass-title">
			${!isLocked && html`<${Button} bare icon=${monitored ? 'eye' : 'eyeOff'} pressed=${monitored} label=${`Monitor ${title}`} onClick=${() => set(path, !monitored)} />`}
			${
				selection
					? html`<button type="button" class="pick" aria-pressed=${isPicked} onClick=${(event: MouseEvent) => selection.pick(id, index, event.shiftKey)}><${Icon} name=${isPicked ? 'check' : 'plus'} /><span dir="auto">${title}</span></button>`
					: html`<a href=${to(`series/${id}`)} dir="auto">${title}</a>`
			}</span>
		<span class="pass-seasons" role="group" aria-label=${`Seasons of ${title}`}>${seasons.map(
			season =>
				html`<${SeasonButton} key=${season.seasonNumber} season=${season} isOff=${!monitored} isLocked=${isLocked} onSet=${() => set(`${path}/seasons/${season.seasonNumber}`, !season.monitored)} />`,
		)}</span>
	</div>`;
}

function SeasonButton({season, isOff, isLocked, onSet}: {season: PassSeason; isOff: boolean; isLocked: boolean; onSet: () => void}) {
	const {seasonNumber, monitored, episodeCount, episodeFileCount, totalEpisodeCount} = season;
	const name = seasonNumber === 0 ? 'Specials' : `Season ${seasonNumber}`;
	const status = !monitored || isOff ? 'off' : episodeFileCount < episodeCount ? 'warn' : episodeCount > 0 ? 'ok' : '';
	return html`<button type="button" class=${`pass-season ${status}`} aria-pressed=${monitored} aria-disabled=${isLocked}
		title=${`${name}: ${episodeFileCount} of ${episodeCount} episodes, ${totalEpisodeCount} in total${monitored ? '' : '; not monitored'}`} onClick=${() => void (isLocked || onSet())}>
		<${Icon} name=${monitored ? 'eye' : 'eyeOff'} /><b>${seasonNumber === 0 ? 'Sp' : `S${seasonNumber}`}</b>
		<span class="number">${episodeFileCount}/${episodeCount}</span></button>`;
}
