import type {Movie} from '../client/types.ts';
import {Badge, Loaded, Tabs} from '../parts/blocks.ts';
import {html} from '../parts/html.ts';
import {StandingBadge} from '../parts/standing.ts';
import {useApp} from '../state/app-state.ts';
import {changeQuery, type ViewProps} from '../state/route.ts';
import {type Data, useData} from '../state/use-data.ts';
import {useTitleEvents} from '../state/use-title-events.ts';
import {Downloads} from './downloads.ts';
import {FileOf} from './file.ts';
import {HistoryOf} from './history-of.ts';
import {People} from './people.ts';
import {Releases} from './releases.ts';
import {Subtitles} from './subtitles.ts';
import {TitleActions} from './title-actions.ts';
import {TitleHead} from './title-head.ts';
import {Versions} from './versions.ts';
import {type TitleStatus, useStatus, Why} from './why.ts';

/** @param maySearch Whether whoever is logged in may search for releases. */
const tabsOf = (maySearch: boolean) => [
	{value: '', label: 'Files'},
	...(maySearch ? [{value: 'releases', label: 'Releases'}] : []),
	{value: 'history', label: 'History'},
];

export function View({params, query}: ViewProps) {
	const {may} = useApp();
	const movie: Data<Movie> = useData(`api/library/movies/${encodeURIComponent(params['id'] ?? '')}`);
	const status: Data<TitleStatus> = useStatus(`api/library/movies/${encodeURIComponent(params['id'] ?? '')}`, params['id'] ?? '');
	useTitleEvents(movie.reload, title => title.id === params['id']);
	const tab = query.get('tab') ?? '';
	return html`<${Loaded} from=${movie}>${(data: Movie) => html`
		<${TitleHead} kind="movies" title=${data} badges=${html`<${Standing} movie=${data} status=${status.data} />`}>
			<${TitleActions} kind="movies" title=${data} onChange=${movie.reload} />
		<//>
		<${Why} status=${status.data} />
		<${Versions} kind="movies" title=${data} onChange=${movie.reload} />
		<${Downloads} filter=${{movieId: data.id}} said=${status.data?.sentence} onImported=${movie.reload} />
		<${Tabs} label="Parts of this page" value=${tab} choices=${tabsOf(may('searchReleases'))} onChange=${(value: string) => changeQuery({tab: value})} />
		<section class="tab">
			${tab === '' && html`<${FileOf} file=${data.file} searchedAt=${data.lastSearchTime} path=${`api/library/movies/${data.id}`} titleId=${data.id} onDeleted=${movie.reload} /><${Subtitles} path=${`api/library/movies/${data.id}/subtitles`} titleId=${data.id} hasFile=${data.hasFile} /><${People} ...${data.credits} />`}
			${tab === 'releases' && may('searchReleases') && html`<${Releases} subject=${{movieId: data.id}} />`}
			${tab === 'history' && html`<${HistoryOf} filter=${{movieId: data.id}} />`}
		</section>`}<//>`;
}

function Standing({movie, status}: {movie: Movie; status: TitleStatus | null}) {
	if (movie.hasFile) {
		return html`<${Badge} kind="ok">In the library<//> <${Badge}>${movie.file?.quality}<//>`;
	}
	return status && status.state !== 'there' && html`<${StandingBadge} standing=${status} />`;
}
