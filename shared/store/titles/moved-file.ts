/** A recorded file under its new name. */
export interface MovedFile {
	fileId: string;
	/** Where the record may say that it is. */
	from: readonly string[];
	to: string;
	/** New paths of the subtitles beside it, by their old ones. */
	subtitles: ReadonlyMap<string, string>;
}

/** Stage of an update that moves the file of a title or episode with its subtitles. */
export function movedFileStage({to, subtitles}: Pick<MovedFile, 'to' | 'subtitles'>): object {
	const pairs = [...subtitles].map(([from, goal]) => ({from, goal}));
	const known = {$indexOfArray: [{$literal: pairs.map(({from}) => from)}, '$$each.path']};
	const goals = {$arrayElemAt: [{$literal: pairs.map(({goal}) => goal)}, known]};
	const list = '$file.subtitles.list';
	const moved = {
		$map: {input: list, as: 'each', in: {$mergeObjects: ['$$each', {path: {$cond: [{$gte: [known, 0]}, goals, '$$each.path']}}]}},
	};
	// A file whose subtitles were never read has no list, and must not get an empty one.
	return {'file.path': {$literal: to}, ...(pairs.length > 0 && {'file.subtitles.list': moved})};
}

/** Only while the record says that the file is at one of its old places. */
export const isAtOldPath = ({fileId, from}: Pick<MovedFile, 'fileId' | 'from'>) => ({'file.id': fileId, 'file.path': {$in: [...from]}});
