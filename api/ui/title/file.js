import {Empty} from '../parts/blocks.js';
import {html} from '../parts/html.js';
import {ReleaseName} from '../parts/release-name.js';
import {capital, distance, languageName, moment, size} from '../parts/text.js';

/** @param {{file: import('../client/types.js').MediaFile | null, searchedAt?: string | null}} props */
export function FileOf({file, searchedAt}) {
	if (!file) {
		const searched = searchedAt ? `Last searched ${distance(searchedAt)}. ` : '';
		return html`<${Empty} icon="folder" title="No file yet">
			<p>${searched}“Search and grab” takes the best release; “All releases” shows every one with its verdict.</p><//>`;
	}
	const {mediaInfo, languages = []} = file;
	/** @type {[string, string | null | undefined][]} */
	const facts = [
		['Quality', file.quality],
		['Size', size(file.size)],
		['Video', [mediaInfo?.resolution, mediaInfo?.videoCodec].filter(Boolean).join(', ')],
		['Audio', [mediaInfo?.audioCodec, mediaInfo?.audioChannels].filter(Boolean).join(' ')],
		['Languages', languages.map(each => capital(languageName(each))).join(', ')],
		['Edition', file.edition],
		['Group', file.releaseGroup],
		['Release', file.releaseTitle],
		['Added', moment(file.dateAdded)],
		['Path', file.path],
	];
	return html`<dl class="file">
		${facts.filter(([, value]) => value).map(([name, value]) => html`<div key=${name} class=${String(value).length > 24 ? 'long' : ''}><dt>${name}</dt><dd><${ReleaseName} name=${String(value)} /></dd></div>`)}
	</dl>`;
}
