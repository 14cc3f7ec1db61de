import {useEffect, useRef, useState} from 'preact/hooks';
import type {Episode, Season} from '../client/types.ts';
import {Loaded, Progress} from '../parts/blocks.ts';
import {Button} from '../parts/button.ts';
import {html} from '../parts/html.ts';
import {Icon} from '../parts/icon.ts';
import {counted} from '../parts/text.ts';
import {useApp} from '../state/app-state.ts';
import {changeQuery} from '../state/route.ts';
import {type Data, useData} from '../state/use-data.ts';
import {DeleteFilesDialog} from './delete-files.ts';
import {EpisodeRow} from './episode-row.ts';
import {useSearch} from './use-search.ts';
import type {EpisodeStatus} from './why.ts';

/** By the ids of episodes without a file. */
type States = ReadonlyMap<string, EpisodeStatus>;

function countsOf({episodeFileCount, episodeCount, totalEpisodeCount}: Season['statistics']) {
	if (episodeCount === 0) {
		return html`<span>${counted(totalEpisodeCount, 'episode')}, none wanted</span>`;
	}
	return html`<span class="number">${episodeFileCount} of ${episodeCount}</span>${totalEpisodeCount > episodeCount && html`<span>${totalEpisodeCount} in total</span>`}`;
}

export function SeasonOf({
	seriesId,
	season,
	isFirst,
	stateOf,
	onChange,
}: {
	seriesId: string;
	season: Season;
	isFirst: boolean;
	stateOf: States;
	onChange: () => void;
}) {
	const {client, attempt, may} = useApp();
	const [isOpen, setOpen] = useState(isFirst);
	const path = `api/library/series/${seriesId}/seasons/${season.seasonNumber}`;
	const name = season.seasonNumber === 0 ? 'Specials' : `Season ${season.seasonNumber}`;
	const {percentOfEpisodes} = season.statistics;
	const search = useSearch({search: `${path}/auto-search`, status: `api/library/series/${seriesId}/status`}, onChange);
	const setMonitored = async () => {
		await attempt(() => client.put(path, {monitored: !season.monitored}).then(() => null));
		onChange();
	};
	return html`<section class="season">
		<header>
			<h2><button type="button" class="opener" aria-expanded=${isOpen} onClick=${() => setOpen(!isOpen)}>
				<${Icon} name="down" /><span class="name">${name}</span>
				<span class="facts">${countsOf(season.statistics)}</span>
			</button></h2>
			<${Progress} percent=${percentOfEpisodes} label=${`Episodes of ${name} in the library`} kind=${percentOfEpisodes >= 100 ? 'ok' : 'warn'} />
			<div class="row-actions">
				${
					may('searchReleases') &&
					html`<${Button} bare icon="bolt" label=${`Search and grab ${name}`} onClick=${search} />
				<${Button} bare icon="search" label=${`All releases of ${name}`} onClick=${() => changeQuery({tab: 'releases', season: String(season.seasonNumber), episode: null})} />`
				}
				${may('editTitles') && html`<${Button} bare icon=${season.monitored ? 'eye' : 'eyeOff'} pressed=${season.monitored} label=${`Monitor ${name}`} onClick=${setMonitored} />`}
			</div>
		</header>
		${isOpen && html`<${Episodes} path=${path} season=${season} stateOf=${stateOf} onChange=${onChange} />`}
	</section>`;
}

/** Read again whenever the season was. */
function Episodes({path, season, stateOf, onChange}: {path: string; season: Season; stateOf: States; onChange: () => void}) {
	const list: Data<{episodes: Episode[]}> = useData(path);
	const before = useRef(season);
	useEffect(() => {
		if (before.current !== season) {
			list.reload();
		}
		before.current = season;
	}, [season]);
	return html`<${Loaded} from=${list} rows=${4}>${({episodes}: {episodes: Episode[]}) =>
		html`<${SeasonFiles} season=${season} episodes=${episodes} onChange=${onChange} /><ul class="episodes">${[...episodes].reverse().map(each => html`<${EpisodeRow} key=${each.id} episode=${each} standing=${stateOf.get(each.id) ?? null} onChange=${onChange} />`)}</ul>`}<//>`;
}

/** What one may do with all files of a season. */
function SeasonFiles({season, episodes, onChange}: {season: Season; episodes: readonly Episode[]; onChange: () => void}) {
	const {may} = useApp();
	const [isOpen, setOpen] = useState(false);
	const first = episodes.find(({file}) => file);
	if (!first || !may('deleteFiles')) {
		return null;
	}
	const name = season.seasonNumber === 0 ? 'Specials' : `Season ${season.seasonNumber}`;
	return html`<div class="row-actions"><${Button} icon="trash" label="Delete files" onClick=${() => setOpen(true)} /></div>
		${isOpen && html`<${DeleteFilesDialog} seriesId=${first.seriesId} name=${name} episodes=${episodes} onClose=${() => setOpen(false)} onDeleted=${onChange} />`}`;
}
