import {useState} from 'preact/hooks';
import type {Release, SearchSubject as Subject} from '../client/types.ts';
import {Badge} from '../parts/blocks.ts';
import {Button} from '../parts/button.ts';
import {html} from '../parts/html.ts';
import {ReleaseName} from '../parts/release-name.ts';
import {capital, languageName, moment, words} from '../parts/text.ts';
import {useApp} from '../state/app-state.ts';
import {age, columns, languagesOf, peersOf, sizeOf} from './columns.ts';
import {OverrideDialog} from './override-dialog.ts';

export function ReleaseRow({release, subject}: {release: Release; subject: Subject}) {
	const [isOpen, setOpen] = useState(false);
	const [isGrabbed, setGrabbed] = useState(false);
	const {title, approved, quality, customFormatScore, indexerFlags} = release;
	const languages = languagesOf(release.language)
		.filter(Boolean)
		.map(each => capital(languageName(each)));
	return html`<tr class=${`release ${approved ? '' : 'refused'}`}>
			<td class="number" data-label="Age" title=${release.publishDate && moment(release.publishDate)}>${age(release.publishDate)}</td>
			<th scope="row"><button type="button" class="opener" data-row aria-expanded=${isOpen} title=${title} onClick=${() => setOpen(!isOpen)}><${ReleaseName} name=${title} /></button>${!approved && html`<p class="why-not">${release.rejectionDetails[0]?.detail}</p>`}</th>
			<td data-label="Indexer"><${Indexer} release=${release} /></td>
			<td class="number" data-label="Size">${sizeOf(release)}</td>
			<td class="number" data-label="Peers">${peersOf(release)}</td>
			<td data-label="Language">${languages.join(', ') || '–'}</td>
			<td data-label="Quality">${quality.quality}</td>
			<td class="number" data-label="Score">${customFormatScore}</td>
			<td data-label="Flags">${indexerFlags.map(words).join(', ') || '–'}</td>
			<td data-label="Verdict"><${Verdict} release=${release} isGrabbed=${isGrabbed} /></td>
			<td class="actions-cell"><${Actions} release=${release} subject=${subject} isGrabbed=${isGrabbed} onGrabbed=${() => setGrabbed(true)} /></td>
		</tr>
		${isOpen && html`<tr class="release-details"><td colspan=${columns.length + 1}><${Details} release=${release} /></td></tr>`}`;
}

function Verdict({release: {approved, rejectionDetails}, isGrabbed}: {release: Release; isGrabbed: boolean}) {
	const reasons = rejectionDetails.map(({detail}) => detail).join('\n') || undefined;
	if (isGrabbed) {
		return html`<${Badge} kind="info">Grabbed<//>`;
	}
	return html`<${Badge} kind=${approved ? 'ok' : 'bad'} title=${reasons}>${approved ? 'Approved' : 'Rejected'}<//>`;
}

function Actions({
	release,
	subject,
	isGrabbed,
	onGrabbed,
}: {
	release: Release;
	subject: Subject;
	isGrabbed: boolean;
	onGrabbed: () => void;
}) {
	const {client, attempt, keptSearches} = useApp();
	const [isOverriding, setOverriding] = useState(false);
	const done = () => {
		keptSearches.clear();
		onGrabbed();
	};
	const {guid, indexerId, approved} = release;
	const label = isGrabbed ? 'Grabbed' : approved ? 'Grab' : 'Grab anyway';
	const grab = async () => {
		if (await attempt(() => client.post('api/download/grab', {guid, indexerId, ...idsOf(subject)}))) {
			done();
		}
	};
	return html`<div class="row-actions">
		<${Button} bare icon=${isGrabbed ? 'check' : 'queue'} kind=${approved ? 'primary' : 'plain'} disabled=${isGrabbed} label=${label} onClick=${grab} />
		<${Button} bare icon="settings" disabled=${isGrabbed} label="Override match" onClick=${() => setOverriding(true)} />
		${isOverriding && html`<${OverrideDialog} release=${release} onClose=${() => setOverriding(false)} onGrabbed=${done} />`}
	</div>`;
}

/** The service tells no more of an address than its site. */
function Indexer({release: {indexer, infoUrl}}: {release: Release}) {
	return /^https?:/i.test(infoUrl ?? '') ? html`<a href=${infoUrl} target="_blank" rel="noreferrer">${indexer}</a>` : indexer;
}

/** Why it is approved or not, and what its score consists of. */
function Details({release}: {release: Release}) {
	const {title, rejectionDetails, wouldHaveWaited, customFormats, customFormatScore, qualityScore, quality, numbering, releaseGroup} =
		release;
	const match = matchOf(release);
	const parts = customFormats.map(({name, score}) => `${name} ${score > 0 ? '+' : ''}${score}`);
	return html`<p class="full-name"><${ReleaseName} name=${title} /></p>
		${
			rejectionDetails.length + wouldHaveWaited.length > 0 &&
			html`<ul class="reasons">
				${rejectionDetails.map(({detail, temporary}) => html`<li key=${detail}>${detail}${temporary && html` <span class="hint">for now</span>`}</li>`)}
				${wouldHaveWaited.map(reason => html`<li key=${reason} class="quiet">An automatic grab would have waited: ${reason}</li>`)}
			</ul>`
		}
		<p class="facts">
			<span>${match ? `Matched with ${match}` : 'No title in the library'}</span>
			<span>${quality.quality} is ${qualityScore} of 100</span>
			<span>Format score ${customFormatScore}${parts.length > 0 ? `: ${parts.join(', ')}` : ''}</span>
			${releaseGroup && html`<span>group ${releaseGroup}</span>`}
			${(numbering === 'tvdb' || numbering === 'scene') && html`<span>numbers of ${numbering === 'tvdb' ? 'TVDB' : 'the scene'}</span>`}
			<span>${release.protocol}</span>
		</p>`;
}

function matchOf({mappedMovie, mappedSeries, mappedEpisode}: Release) {
	if (mappedMovie) {
		return [mappedMovie.title, mappedMovie.year].filter(Boolean).join(' ');
	}
	const episode = mappedEpisode ? ` ${mappedEpisode.seasonNumber}×${mappedEpisode.episodeNumber}` : '';
	return mappedSeries && `${mappedSeries.title}${episode}`;
}

function idsOf({movieId, seriesId}: Subject) {
	return movieId ? {movieId} : seriesId ? {seriesId} : {};
}
