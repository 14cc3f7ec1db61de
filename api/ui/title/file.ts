import type {MediaFile} from '../client/types.ts';
import {Empty} from '../parts/blocks.ts';
import {html} from '../parts/html.ts';
import {ReleaseName} from '../parts/release-name.ts';
import {capital, distance, duration, languageName, moment, size, subtitleName} from '../parts/text.ts';
import {DeleteFile} from './delete-files.ts';

/** @param props `path`: of what has the file, from which it can be deleted. `titleId`: of the movie or series. */
export function FileOf({
	file,
	searchedAt,
	path,
	titleId = '',
	onDeleted = () => {},
}: {
	file: MediaFile | null;
	searchedAt?: string | null;
	path?: string;
	titleId?: string;
	onDeleted?: () => void;
}) {
	if (!file) {
		const searched = searchedAt ? `Last searched ${distance(searchedAt)}. ` : '';
		return html`<${Empty} icon="folder" title="No file yet">
			<p>${searched}${path?.includes('/movies/') && '“Search and grab” takes the best release; “All releases” shows every one with its verdict.'}</p><//>`;
	}
	const {mediaInfo, languages = []} = file;
	const facts: [string, string | null | undefined][] = [
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

type MediaInfo = MediaFile['mediaInfo'];

function videoOf(info: MediaInfo | undefined) {
	const depth = info?.videoBitDepth ? `${info.videoBitDepth} bit` : null;
	const rate = info?.frameRate ? `${Math.round(info.frameRate * 1000) / 1000} frames/s` : null;
	return [info?.resolution, info?.videoCodec, depth, info?.dynamicRange, rate].filter(Boolean).join(', ');
}

function audioOf(info: MediaInfo | undefined) {
	const first = [info?.audioCodec, info?.audioChannels].filter(Boolean).join(' ');
	return [first, ...(info?.audioLanguages ?? []).map(each => capital(languageName(each)))].filter(Boolean).join(', ');
}

function subtitlesOf(info: MediaInfo | undefined) {
	return (info?.subtitleTracks ?? [])
		.map(({language, forced, hearingImpaired, format}) => {
			const name = language ? subtitleName({language, forced, hearingImpaired}) : 'Unknown';
			return format ? `${name} (${format})` : name;
		})
		.join(', ');
}
