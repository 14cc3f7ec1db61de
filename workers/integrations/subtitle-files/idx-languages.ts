import {open} from 'node:fs/promises';
import {toSubtitleLanguage} from '#shared/domain/subtitles/language-words.ts';
import {inTime, onDisk} from '../files/disk-failure.ts';

/** Bytes of an `.idx` that are read: each language begins with its line, and has some ten thousand bytes of times. */
const mostBytes = 1024 * 1024;
const mostLanguages = 32;
const languageLine = /^id:[ \t]*([a-z-]{2,7})[ \t]*,/gim;

/** The languages of a VobSub pair, by the lines `id: en, index: 0` of its `.idx`; null for one that is not named. */
export async function idxLanguages(path: string): Promise<(string | null)[]> {
	const text = await onDisk(path, () => inTime(path, head(path)));
	const codes = [...text.matchAll(languageLine)].slice(0, mostLanguages).map(([, code = '']) => toSubtitleLanguage(code));
	return codes.length > 0 ? codes : [null];
}

async function head(path: string): Promise<string> {
	const file = await open(path, 'r');
	try {
		const {buffer, bytesRead} = await file.read(Buffer.alloc(mostBytes), 0, mostBytes, 0);
		return buffer.toString('latin1', 0, bytesRead);
	} finally {
		await file.close();
	}
}
