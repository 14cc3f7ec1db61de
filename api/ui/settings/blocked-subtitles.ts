import {query as toQuery} from '../client/client.ts';
import type {SubtitleBlocklistEntry as BlockedSubtitle} from '../client/schemas.ts';
import type {Pagination} from '../client/types.ts';
import {Empty, Loaded} from '../parts/blocks.ts';
import {Button} from '../parts/button.ts';
import {html} from '../parts/html.ts';
import {Paged} from '../parts/pager.ts';
import {ReleaseName} from '../parts/release-name.ts';
import {dayHere, languageName} from '../parts/text.ts';
import {useApp} from '../state/app-state.ts';
import {to} from '../state/route.ts';
import {type Data, useData} from '../state/use-data.ts';

interface BlockedPage {
	subtitleBlocklist: BlockedSubtitle[];
	pagination: Pagination;
}

const nothing = html`<${Empty} icon="subtitles" title="No subtitle is blocked"><p>“Block” beside a subtitle of a title puts it here, so it is not downloaded again for that title.</p><//>`;

/** Subtitles that are not downloaded again for their title. */
export function BlockedSubtitles({page}: {page: number}) {
	const {client, attempt, user} = useApp();
	const isAdmin = user.get()?.role === 'admin';
	const list: Data<BlockedPage> = useData(`api/subtitle-blocklist${toQuery({page, limit: 50})}`, {isKept: true});
	const allow = (id: string) => async () => {
		await attempt(() => client.remove(`api/subtitle-blocklist/${id}`), 'The subtitle may be downloaded again.');
		list.reload();
	};
	return html`<${Loaded} from=${list}>${({subtitleBlocklist, pagination}: BlockedPage) =>
		html`<${Paged} page=${page} pages=${pagination.totalPages} count=${subtitleBlocklist.length} empty=${nothing}>
			<ul class="rows dense">${subtitleBlocklist.map(
				({
					id,
					title,
					release,
					provider,
					language,
					reason,
					movieId,
					seriesId,
					addedAt,
				}) => html`<li key=${id} class="line"><div class="line-head blocked">
				<span class="number">${dayHere(addedAt)}</span>
				<span class="what"><a href=${to(movieId ? `movies/${movieId}` : `series/${seriesId}`)}><${ReleaseName} name=${release ?? title} /></a>
					<span class="hint">${[languageName(language), provider, reason].filter(Boolean).join(' · ')}</span></span>
				${isAdmin && html`<${Button} bare icon="trash" label=${`Remove the subtitle of ${title}`} onClick=${allow(id)} />`}
			</div></li>`,
			)}</ul><//>`}<//>`;
}
