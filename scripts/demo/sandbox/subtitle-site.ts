import {randomBytes} from 'node:crypto';
import {yearOf} from './films.ts';
import {createOpenSubtitlesSite} from './opensubtitles/site.ts';
import type {SiteSubtitle} from './opensubtitles/subtitles.ts';
import {releases, type SandboxRelease} from './releases.ts';
import {type SandboxServer, serve} from './serve.ts';

export interface SubtitleSite extends SandboxServer {
	/** Address of the API. */
	apiUrl: string;
	apiKey: string;
	username: string;
	password: string;
}

const spoken = [
	{language: 'en', line: 'The morning begins quietly.'},
	{language: 'de', line: 'Der Morgen beginnt leise.'},
];

/** A site like OpenSubtitles, with subtitles of every film in two languages, and 20 downloads a day. */
export async function openSubtitleSite(): Promise<SubtitleSite> {
	const [apiKey = '', password = ''] = [randomBytes(16), randomBytes(16)].map(bytes => bytes.toString('hex'));
	const username = 'sandbox';
	const site = createOpenSubtitlesSite({apiKey, username, password, subtitles: releases.flatMap(subtitlesOf)});
	const server = await serve((url, request) => site.answer(url, request));
	return {...server, apiUrl: `${server.url}/api/v1`, apiKey, username, password};
}

function subtitlesOf({number, title, film}: SandboxRelease): SiteSubtitle[] {
	if (film === null) {
		return [];
	}
	return spoken.map(({language, line}, index) => ({
		fileId: number * 10 + index,
		language,
		release: title,
		content: `1\r\n00:00:01,000 --> 00:00:04,000\r\n${line}\r\n\r\n2\r\n00:00:05,000 --> 00:00:08,000\r\n${film.title}\r\n`,
		imdbNumber: Number(film.imdbId.replace(/^tt/, '')),
		tmdbId: film.id,
		title: film.title,
		year: yearOf(film),
	}));
}
