import {query as toQuery} from '../client/client.js';
import {Empty, Loaded} from '../parts/blocks.js';
import {Button} from '../parts/button.js';
import {html} from '../parts/html.js';
import {Paged} from '../parts/pager.js';
import {ReleaseName} from '../parts/release-name.js';
import {dayHere, languageName} from '../parts/text.js';
import {useApp} from '../state/app-state.js';
import {to} from '../state/route.js';
import {useData} from '../state/use-data.js';

/**
 * @typedef {object} BlockedSubtitle
 * @property {string} id
 * @property {string} title
 * @property {string | null} release
 * @property {string} provider
 * @property {string} language
 * @property {string} reason
 * @property {string | null} movieId
 * @property {string | null} seriesId
 * @property {string} addedAt
 *
 * @typedef {{subtitleBlocklist: BlockedSubtitle[], pagination: import('../client/types.js').Pagination}} BlockedPage
 */

const nothing = html`<${Empty} icon="subtitles" title="No subtitle is blocked"><p>“Block” beside a subtitle of a title puts it here, so it is not downloaded again for that title.</p><//>`;

/** Subtitles that are not downloaded again for their title. @param {{page: number}} props */
export function BlockedSubtitles({page}) {
	const {client, attempt, user} = useApp();
	const isAdmin = user.get()?.role === 'admin';
	/** @type {import('../state/use-data.js').Data<BlockedPage>} */
	const list = useData(`api/subtitle-blocklist${toQuery({page, limit: 50})}`, {isKept: true});
	const allow = (/** @type {string} */ id) => async () => {
		await attempt(() => client.remove(`api/subtitle-blocklist/${id}`), 'The subtitle may be downloaded again.');
		list.reload();
	};
	return html`<${Loaded} from=${list}>${(/** @type {BlockedPage} */ {subtitleBlocklist, pagination}) =>
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
