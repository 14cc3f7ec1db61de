import type {Modifier, Resolution, Source} from '../../parsed-title.ts';

export interface ExtensionRow {
	source: Source;
	resolution: Resolution;
	modifier: Modifier;
	extensions: string[];
}

/**
 * What a file's extension suggests when its name says nothing. `.webm` suggests nothing, because it may have
 * any resolution and source.
 */
const extensionTable: ExtensionRow[] = [
	{
		source: 'tv',
		resolution: 480,
		modifier: 'none',
		extensions: (
			'.m4v .3gp .nsv .ty .strm .rm .rmvb .m3u .ifo .mov .qt .divx .xvid .bivx .nrg .pva .wmv .asf .asx .ogm .ogv .m2v .avi .bin .dat .dvr-ms .mpg .mpeg .mp4 .avc ' +
			'.vp3 .svq3 .nuv .viv .dv .fli .flv .wpl'
		).split(' '),
	},
	{source: 'dvd', resolution: 480, modifier: 'none', extensions: ['.img', '.vob']},
	{source: 'dvd', resolution: 480, modifier: 'remux', extensions: ['.iso']},
	{source: 'tv', resolution: 720, modifier: 'none', extensions: ['.mkv', '.mk3d', '.ts', '.wtv']},
	{source: 'bluray', resolution: 720, modifier: 'none', extensions: ['.m2ts']},
];

const byExtension = new Map(extensionTable.flatMap(row => row.extensions.map(extension => [extension, row] as const)));

/** The row of an extension such as `.mkv` (lower case), or null. */
export function suggestedByExtension(extension: string | null): ExtensionRow | null {
	return extension === null ? null : (byExtension.get(extension) ?? null);
}
