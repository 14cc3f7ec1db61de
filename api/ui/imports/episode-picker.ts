import {useState} from 'preact/hooks';
import type {ChosenTitle, Episode, Series} from '../client/types.ts';
import {Loaded} from '../parts/blocks.ts';
import {SelectField} from '../parts/field.ts';
import {html} from '../parts/html.ts';
import {type Data, useData} from '../state/use-data.ts';

interface PickerProps {
	series: ChosenTitle;
	onPick: (title: ChosenTitle) => void;
}

/** The season and the episodes that a file has; several, if it has several. */
export function EpisodePicker({series, onPick}: PickerProps) {
	const found: Data<Series> = useData(`api/library/series/${encodeURIComponent(series.id)}`);
	return html`<${Loaded} from=${found} rows=${2}>${({seasons = []}: Series) =>
		seasons.length === 0
			? html`<p class="hint">The library has no season of it yet.</p>`
			: html`<${Seasons} series=${series} numbers=${seasons.map(({seasonNumber}) => seasonNumber)} onPick=${onPick} />`}<//>`;
}

function Seasons({series, numbers, onPick}: PickerProps & {numbers: readonly number[]}) {
	const sorted = [...numbers].sort((a, b) => (a || Number.MAX_VALUE) - (b || Number.MAX_VALUE)); // specials last
	const [season, setSeason] = useState(series.episodes[0]?.seasonNumber ?? sorted[0] ?? 0);
	const choices = sorted.map(each => ({value: String(each), label: nameOfSeason(each)}));
	return html`<div class="episode-picker">
		<${SelectField} label="Season" value=${String(season)} choices=${choices} onChange=${(value: string) => setSeason(Number(value))} />
		<${Episodes} key=${season} series=${series} season=${season} onPick=${onPick} />
	</div>`;
}

function Episodes({series, season, onPick}: PickerProps & {season: number}) {
	const found: Data<{episodes: Episode[]}> = useData(`api/library/series/${encodeURIComponent(series.id)}/seasons/${season}`);
	const chosen = series.episodes.filter(({seasonNumber}) => seasonNumber === season).map(({id}) => id);
	const toggle =
		({id}: Episode, all: readonly Episode[]) =>
		() =>
			onPick({...series, episodes: all.filter(each => (each.id === id) !== chosen.includes(each.id))});
	return html`<${Loaded} from=${found} rows=${2}>${({episodes}: {episodes: Episode[]}) => html`
		<div class="choices" role="group" aria-label=${`Episodes of ${nameOfSeason(season).toLowerCase()}`}>${episodes.map(
			each => html`<label key=${each.id}><input type="checkbox" checked=${chosen.includes(each.id)} onChange=${toggle(each, episodes)} />
				<span><span class="number">${each.episodeNumber}</span> ${each.title ?? ''}${each.hasFile && html` <span class="hint">has a file</span>`}</span></label>`,
		)}</div>`}<//>`;
}

const nameOfSeason = (season: number) => (season === 0 ? 'Specials' : `Season ${season}`);
