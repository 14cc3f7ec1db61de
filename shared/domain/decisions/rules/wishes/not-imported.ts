import {rejected} from '../../rejections.ts';
import type {Rule} from '../../rule.ts';

/** The same torrent comes under other titles and from other indexers; when its file is gone it may come again. */
export const notImported: Rule = ({release: {infoHash}}, {files, importedHashes}) =>
	infoHash !== null && files.length > 0 && importedHashes?.has(infoHash.toLowerCase())
		? rejected('Not an upgrade: this torrent was imported already')
		: null;
