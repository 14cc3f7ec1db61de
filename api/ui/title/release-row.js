import {useState} from 'preact/hooks';
import {Badge} from '../parts/blocks.js';
import {Button} from '../parts/button.js';
import {html} from '../parts/html.js';
import {ReleaseName} from '../parts/release-name.js';
import {counted, distance, languageName, size} from '../parts/text.js';
import {useApp} from '../state/app-state.js';

/** @typedef {import('../client/types.js').Release} Release */
/** @typedef {import('../client/types.js').SearchSubject} Subject */

/** @param {{release: Release, subject: Subject}} props */
export function ReleaseRow({release, subject}) {
	const {client, attempt} = useApp();
	const [isGrabbed, setGrabbed] = useState(false);
	const grab = async () => {
		const {guid, indexerId} = release;
		setGrabbed(await attempt(() => client.post('api/download/grab', {guid, indexerId, ...idsOf(subject)})));
	};
	return html`<li class="row release">
		<div class="row-head">
			<h2><${ReleaseName} name=${release.title} /></h2>
			<${Badge} kind=${release.approved ? 'ok' : 'bad'}>${release.approved ? 'Approved' : 'Rejected'}<//>
		</div>
		<div class="row-foot">
			<${Facts} release=${release} />
			<div class="row-actions">
				<${Button} icon=${isGrabbed ? 'check' : 'queue'} kind=${release.approved ? 'primary' : 'plain'} disabled=${isGrabbed}
					label=${isGrabbed ? 'Grabbed' : release.approved ? 'Grab' : 'Grab anyway'} onClick=${grab} />
			</div>
		</div>
		<${Reasons} release=${release} />
	</li>`;
}

/** @param {{release: Release}} props */
function Facts({release}) {
	const {seeders, leechers, customFormatScore} = release;
	return html`<p class="facts">
		<span class="strong">${release.quality.quality}</span><span class="number">${size(release.size)}</span>
		${seeders !== null && html`<span class="number">${counted(seeders, 'seeder')}, ${counted(leechers ?? 0, 'leecher')}</span>`}
		<span><${Indexer} release=${release} /></span><span>${distance(release.publishDate)}</span>
		${customFormatScore !== 0 && html`<span class="number">format score ${customFormatScore}</span>`}
		${(release.numbering === 'tvdb' || release.numbering === 'scene') && html`<span>numbers of ${release.numbering === 'tvdb' ? 'TVDB' : 'the scene'}</span>`}
		${release.language && html`<span>${languageName(release.language)}</span>`}
	</p>`;
}

/** The service tells no more of an address than its site. @param {{release: Release}} props */
function Indexer({release: {indexer, infoUrl}}) {
	return /^https?:/i.test(infoUrl ?? '') ? html`<a href=${infoUrl} target="_blank" rel="noreferrer">${indexer}</a>` : indexer;
}

/** @param {{release: Release}} props */
function Reasons({release: {rejectionDetails, wouldHaveWaited}}) {
	if (rejectionDetails.length === 0 && wouldHaveWaited.length === 0) {
		return null;
	}
	return html`<ul class="reasons">
		${rejectionDetails.map(({detail, temporary}) => html`<li key=${detail}>${detail}${temporary && html` <span class="hint">for now</span>`}</li>`)}
		${wouldHaveWaited.map(reason => html`<li key=${reason} class="quiet">Would have waited by itself: ${reason}</li>`)}
	</ul>`;
}

/** @param {Subject} subject */
function idsOf({movieId, seriesId}) {
	return movieId ? {movieId} : seriesId ? {seriesId} : {};
}
