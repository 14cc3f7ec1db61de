import {useState} from 'preact/hooks';
import type {Episode} from '../client/types.ts';
import {Badge, Tabs} from '../parts/blocks.ts';
import {Button} from '../parts/button.ts';
import {Dialog} from '../parts/dialog.ts';
import {html} from '../parts/html.ts';
import {StandingBadge, type Standing as State} from '../parts/standing.ts';
import {day, episodeCode} from '../parts/text.ts';
import {useApp} from '../state/app-state.ts';
import {changeQuery} from '../state/route.ts';
import type {Data} from '../state/use-data.ts';
import {FileOf} from './file.ts';
import {HistoryOf} from './history-of.ts';
import {Subtitles} from './subtitles.ts';
import {useSearch} from './use-search.ts';
import {type TitleStatus, useStatus, Why} from './why.ts';

export function EpisodeRow({episode, standing, onChange}: {episode: Episode; standing: State | null; onChange: () => void}) {
	const [isOpen, setOpen] = useState(false);
	const name = episode.title ?? `Episode ${episode.episodeNumber}`;
	return html`<li class=${episode.monitored ? '' : 'unmonitored'}>
		<span class="place number">${episode.episodeNumber}</span>
		<button type="button" class="name" dir="auto" onClick=${() => setOpen(true)}>${name}${otherNumbers(episode).map(text => html` <small class="hint" key=${text}>${text}</small>`)}</button>
		<span class="date number">${episode.airDate ? day(episode.airDate) : 'No date'}</span>
		<${Standing} episode=${episode} standing=${standing} />
		<${EpisodeActions} episode=${episode} name=${name} onChange=${onChange} />
		${
			isOpen &&
			html`<${Dialog} title=${`${episodeCode(episode)} ${name}`} onClose=${() => setOpen(false)}>
			<${EpisodeDetails} episode=${episode} name=${name} onChange=${onChange} onClose=${() => setOpen(false)} />
		<//>`
		}
	</li>`;
}

const tabs = [
	{value: 'details', label: 'Details'},
	{value: 'history', label: 'History'},
];

/** What there is to know of an episode, and what can be done. */
function EpisodeDetails({episode, name, onChange, onClose}: {episode: Episode; name: string; onChange: () => void; onClose: () => void}) {
	const {may} = useApp();
	const [tab, setTab] = useState('details');
	const path = `api/library/episodes/${episode.id}`;
	const {search, showReleases} = useEpisodeSearch(episode, onChange);
	const showAll = () => {
		onClose();
		showReleases();
	};
	return html`<p class="hint">${[episode.airDate ? `Airs ${day(episode.airDate)}` : 'No air date', ...otherNumbers(episode)].join(' · ')}</p>
		<div class="episode-tools"><${Tabs} label=${`About ${name}`} value=${tab} choices=${tabs} onChange=${setTab} />
			${may('searchReleases') && html`<div class="row-actions"><${Button} icon="bolt" label="Search and grab" onClick=${search} /><${Button} icon="search" label="All releases" onClick=${showAll} /></div>`}</div>
		${
			tab === 'history'
				? html`<${HistoryOf} filter=${{seriesId: episode.seriesId, episodeId: episode.id}} />`
				: html`<${WhyOf} episode=${episode} />
			<${FileOf} file=${episode.file} path=${path} titleId=${episode.seriesId} onDeleted=${onChange} />
			<${Subtitles} path=${`${path}/subtitles`} titleId=${episode.seriesId} hasFile=${episode.hasFile} />`
		}`;
}

function useEpisodeSearch({id, seasonNumber, episodeNumber}: Episode, onChange: () => void) {
	const path = `api/library/episodes/${id}`;
	const search = useSearch({search: `${path}/auto-search`, status: `${path}/status`}, onChange);
	const showReleases = () => changeQuery({tab: 'releases', season: String(seasonNumber), episode: String(episodeNumber)});
	return {search, showReleases};
}

/** Its numbers elsewhere, where they differ. */
function otherNumbers({numbers, ...own}: Episode): string[] {
	const lists = [
		{name: 'TVDB', number: numbers?.tvdb},
		{name: 'Scene', number: numbers?.scene},
	];
	return lists.flatMap(({name, number}) => {
		const isOther = number && (number.season !== own.seasonNumber || number.episode !== own.episodeNumber);
		return isOther
			? [`${name} ${episodeCode({seasonNumber: number.season, episodeNumber: number.episode})}${number.guessed ? '?' : ''}`]
			: [];
	});
}

/** Read when somebody looks. */
function WhyOf({episode}: {episode: Episode}) {
	const status: Data<TitleStatus> = useStatus(`api/library/episodes/${episode.id}`, episode.seriesId);
	return html`<${Why} status=${status.data} />`;
}

function Standing({episode, standing}: {episode: Episode; standing: State | null}) {
	if (episode.hasFile) {
		return html`<${Badge} kind="ok">${episode.file?.quality}<//>`;
	}
	const isOut = episode.airDate !== null && Date.parse(episode.airDate) < Date.now();
	if (!episode.monitored) {
		return html`<${Badge}>Not monitored<//>`;
	}
	if (standing) {
		return html`<${StandingBadge} standing=${standing} />`;
	}
	return html`<${Badge} kind=${isOut ? 'warn' : 'info'}>${isOut ? 'Missing' : 'Not aired'}<//>`;
}

function EpisodeActions({episode, name, onChange}: {episode: Episode; name: string; onChange: () => void}) {
	const {client, attempt, may} = useApp();
	const path = `api/library/episodes/${episode.id}`;
	const {search, showReleases} = useEpisodeSearch(episode, onChange);
	const setMonitored = async () => {
		await attempt(() => client.put(path, {monitored: !episode.monitored}).then(() => null));
		onChange();
	};
	return html`<div class="row-actions">
		${
			may('searchReleases') &&
			html`<${Button} bare icon="bolt" label=${`Search and grab ${name}`} onClick=${search} />
		<${Button} bare icon="search" label=${`All releases of ${name}`} onClick=${showReleases} />`
		}
		${may('editTitles') && html`<${Button} bare icon=${episode.monitored ? 'eye' : 'eyeOff'} pressed=${episode.monitored} label=${`Monitor ${name}`} onClick=${setMonitored} />`}
	</div>`;
}
