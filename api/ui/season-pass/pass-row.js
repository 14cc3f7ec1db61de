import {Button} from '../parts/button.js';
import {html} from '../parts/html.js';
import {Icon} from '../parts/icon.js';
import {useApp} from '../state/app-state.js';
import {to} from '../state/route.js';

/**
 * @typedef {object} PassSeason
 * @property {number} seasonNumber
 * @property {boolean} monitored
 * @property {number} episodeCount
 * @property {number} episodeFileCount
 * @property {number} totalEpisodeCount
 *
 * @typedef {{id: string, title: string, monitored: boolean, status: string, seasons: PassSeason[]}} PassSeries
 */

/**
 * A series with a button for each season, which monitors it or not.
 * @typedef {object} PassRowProps
 * @property {PassSeries | undefined} series Undefined until it is there.
 * @property {number} index
 * @property {number} count
 * @property {import('../library/selection.js').Selection | null} selection
 * @property {() => void} onChange
 *
 * @param {PassRowProps} props
 */
export function PassRow({series, index, count, selection, onChange}) {
	const {client, attempt, may} = useApp();
	if (!series) {
		return html`<div role="listitem" class="pass-row" aria-posinset=${index + 1} aria-setsize=${count} />`;
	}
	const {id, title, monitored, seasons} = series;
	const isPicked = selection?.has(id) ?? false;
	/** @param {string} path @param {boolean} isMonitored */
	const set = async (path, isMonitored) => {
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
					? html`<button type="button" class="pick" aria-pressed=${isPicked} onClick=${(/** @type {MouseEvent} */ event) => selection.pick(id, index, event.shiftKey)}><${Icon} name=${isPicked ? 'check' : 'plus'} /><span dir="auto">${title}</span></button>`
					: html`<a href=${to(`series/${id}`)} dir="auto">${title}</a>`
			}</span>
		<span class="pass-seasons" role="group" aria-label=${`Seasons of ${title}`}>${seasons.map(
			season =>
				html`<${SeasonButton} key=${season.seasonNumber} season=${season} isOff=${!monitored} isLocked=${isLocked} onSet=${() => set(`${path}/seasons/${season.seasonNumber}`, !season.monitored)} />`,
		)}</span>
	</div>`;
}

/** @param {{season: PassSeason, isOff: boolean, isLocked: boolean, onSet: () => void}} props */
function SeasonButton({season, isOff, isLocked, onSet}) {
	const {seasonNumber, monitored, episodeCount, episodeFileCount, totalEpisodeCount} = season;
	const name = seasonNumber === 0 ? 'Specials' : `Season ${seasonNumber}`;
	const status = !monitored || isOff ? 'off' : episodeFileCount < episodeCount ? 'warn' : episodeCount > 0 ? 'ok' : '';
	return html`<button type="button" class=${`pass-season ${status}`} aria-pressed=${monitored} aria-disabled=${isLocked}
		title=${`${name}: ${episodeFileCount} of ${episodeCount} episodes, ${totalEpisodeCount} in total${monitored ? '' : '; not monitored'}`} onClick=${() => void (isLocked || onSet())}>
		<${Icon} name=${monitored ? 'eye' : 'eyeOff'} /><b>${seasonNumber === 0 ? 'Sp' : `S${seasonNumber}`}</b>
		<span class="number">${episodeFileCount}/${episodeCount}</span></button>`;
}
