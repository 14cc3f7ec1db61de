import {Empty} from '../parts/blocks.js';
import {html} from '../parts/html.js';
import {ReleaseName} from '../parts/release-name.js';
import {capital, distance, duration, languageName, moment, size, subtitleName} from '../parts/text.js';
import {DeleteFile} from './delete-files.js';

/**
 * @typedef {import('../client/types.js').MediaFile} MediaFile
 * @param {{file: MediaFile | null, searchedAt?: string | null, path?: string, titleId?: string, onDeleted?: () => void}} props
 * `path`: of what has the file, from which it can be deleted. `titleId`: of the movie or series.
 */
export function FileOf({file, searchedAt, path, titleId = '', onDeleted = () => {}}) {
	if (!file) {
		const searched = searchedAt ? `Last searched ${distance(searchedAt)}. ` : '';
		return html`<${Empty} icon="folder" title="No file yet">
			<p>${searched}${path?.includes('/movies/') && '“Search and grab” takes the best release; “All releases” shows every one with its verdict.'}</p><//>`;
	}
	const {mediaInfo, languages = []} = file;
	/** @type {[string, string | null | undefined][]} */
	const facts = [
		['Quality', file.quality],
		['Size', size(file.size)],
		['Video', videoOf(mediaInfo)],
		['Audio', audioOf(mediaInfo)],
		['Subtitles', subtitlesOf(mediaInfo)],
		['Length', mediaInfo?.durationSeconds ? duration(Math.round(mediaInfo.durationSeconds / 60)) : null],
		['Languages', languages.map(each => capital(languageName(each))).join(', ')],
		['Edition', file.edition],
		['Group', file.releaseGroup],
		['Release', file.releaseTitle],
		['Added', moment(file.dateAdded)],
		['Path', file.path],
	];
	return html`<dl class="file">
		${facts.filter(([, value]) => value).map(([name, value]) => html`<div key=${name} class=${String(value).length > 24 ? 'long' : ''}><dt>${name}</dt><dd><${ReleaseName} name=${String(value)} /></dd></div>`)}
	</dl>
	${path !== undefined && html`<div class="file-actions"><${DeleteFile} path=${path} titleId=${titleId} file=${file} onDeleted=${onDeleted} /></div>`}`;
}

/** @typedef {import('../client/types.js').MediaFile['mediaInfo']} MediaInfo */

/** @param {MediaInfo | undefined} info */
function videoOf(info) {
	const depth = info?.videoBitDepth ? `${info.videoBitDepth} bit` : null;
	const rate = info?.frameRate ? `${Math.round(info.frameRate * 1000) / 1000} frames/s` : null;
	return [info?.resolution, info?.videoCodec, depth, info?.dynamicRange, rate].filter(Boolean).join(', ');
}

/** @param {MediaInfo | undefined} info */
function audioOf(info) {
	const first = [info?.audioCodec, info?.audioChannels].filter(Boolean).join(' ');
	return [first, ...(info?.audioLanguages ?? []).map(each => capital(languageName(each)))].filter(Boolean).join(', ');
}

/** @param {MediaInfo | undefined} info */
function subtitlesOf(info) {
	return (info?.subtitleTracks ?? [])
		.map(({language, forced, hearingImpaired, format}) => {
			const name = language ? subtitleName({language, forced, hearingImpaired}) : 'Unknown';
			return format ? `${name} (${format})` : name;
		})
		.join(', ');
}
