import {useState} from 'preact/hooks';
import {Loaded} from '../parts/blocks.js';
import {SelectField} from '../parts/field.js';
import {html} from '../parts/html.js';
import {useData} from '../state/use-data.js';

/** @typedef {import('../client/types.js').ChosenTitle} ChosenTitle */
/** @typedef {import('../client/types.js').Episode} Episode */
/** @typedef {import('../client/types.js').Series} Series */

/** @typedef {{series: ChosenTitle, onPick: (title: ChosenTitle) => void}} PickerProps */

/** The season and the episodes that a file has; several, if it has several. @param {PickerProps} props */
export function EpisodePicker({series, onPick}) {
	/** @type {import('../state/use-data.js').Data<Series>} */
	const found = useData(`api/library/series/${encodeURIComponent(series.id)}`);
	return html`<${Loaded} from=${found} rows=${2}>${(/** @type {Series} */ {seasons = []}) =>
		seasons.length === 0
			? html`<p class="hint">The library has no season of it yet.</p>`
			: html`<${Seasons} series=${series} numbers=${seasons.map(({seasonNumber}) => seasonNumber)} onPick=${onPick} />`}<//>`;
}

/** @param {PickerProps & {numbers: readonly number[]}} props */
function Seasons({series, numbers, onPick}) {
	const sorted = [...numbers].sort((a, b) => (a || Number.MAX_VALUE) - (b || Number.MAX_VALUE)); // specials last
	const [season, setSeason] = useState(series.episodes[0]?.seasonNumber ?? sorted[0] ?? 0);
	const choices = sorted.map(each => ({value: String(each), label: nameOfSeason(each)}));
	return html`<div class="episode-picker">
		<${SelectField} label="Season" value=${String(season)} choices=${choices} onChange=${(/** @type {string} */ value) => setSeason(Number(value))} />
		<${Episodes} key=${season} series=${series} season=${season} onPick=${onPick} />
	</div>`;
}

/** @param {PickerProps & {season: number}} props */
function Episodes({series, season, onPick}) {
	/** @type {import('../state/use-data.js').Data<{episodes: Episode[]}>} */
	const found = useData(`api/library/series/${encodeURIComponent(series.id)}/seasons/${season}`);
	const chosen = series.episodes.filter(({seasonNumber}) => seasonNumber === season).map(({id}) => id);
	const toggle =
		(/** @type {Episode} */ {id}, /** @type {readonly Episode[]} */ all) =>
		() =>
			onPick({...series, episodes: all.filter(each => (each.id === id) !== chosen.includes(each.id))});
	return html`<${Loaded} from=${found} rows=${2}>${(/** @type {{episodes: Episode[]}} */ {episodes}) => html`
		<div class="choices" role="group" aria-label=${`Episodes of ${nameOfSeason(season).toLowerCase()}`}>${episodes.map(
			each => html`<label key=${each.id}><input type="checkbox" checked=${chosen.includes(each.id)} onChange=${toggle(each, episodes)} />
				<span><span class="number">${each.episodeNumber}</span> ${each.title ?? ''}${each.hasFile && html` <span class="hint">has a file</span>`}</span></label>`,
		)}</div>`}<//>`;
}

/** @param {number} season */
const nameOfSeason = season => (season === 0 ? 'Specials' : `Season ${season}`);
