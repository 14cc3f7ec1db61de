import {createHash} from 'node:crypto';
import {decodeHTML} from 'entities';
import iconv from 'iconv-lite';
import type {SiteTools} from '../domain/definitions/build-requests.ts';

const encoded = /[&<>"'\u00a0-\u00ff]/g;

/** What reading a definition in this encoding needs in addition to pure code. */
export function createSiteTools(encoding: string): SiteTools {
	return {
		encode: text => iconv.encode(text, encoding),
		decode: bytes => iconv.decode(Buffer.from(bytes), encoding),
		encodeHtml: text => text.replace(encoded, character => `&#${character.charCodeAt(0)};`),
		decodeHtml: text => decodeHTML(text),
		shortHash: text => createHash('sha1').update(text).digest().readUInt16LE(0),
	};
}
