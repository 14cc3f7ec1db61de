import type {Source} from '#shared/domain/release/parsed-title.ts';

export interface Medium {
	source: Source;
	/** How it is written; names of services are put before it. */
	spellings: string[];
	/** Whether it occurs in films, in television or in both. */
	films: boolean;
	shows: boolean;
}

export const media: Medium[] = [
	{source: 'webdl', spellings: ['WEB-DL', 'WEBDL', 'WEB', 'AMZN WEB-DL', 'NF WEB-DL', 'DSNP WEB-DL', 'WEB-DL'], films: true, shows: true},
	{source: 'webrip', spellings: ['WEBRip', 'AMZN WEBRip', 'WEB-Rip'], films: true, shows: true},
	{source: 'bluray', spellings: ['BluRay', 'Blu-ray', 'BDRip', 'BRRip', 'UHD BluRay', 'BluRay REMUX'], films: true, shows: true},
	{source: 'tv', spellings: ['HDTV', 'HDTVRip', 'PDTV'], films: false, shows: true},
	{source: 'dvd', spellings: ['DVDRip'], films: true, shows: true},
	{source: 'cam', spellings: ['HDCAM', 'CAMRip', 'HQ CAM'], films: true, shows: false},
	{source: 'telesync', spellings: ['HDTS', 'TELESYNC'], films: true, shows: false},
];

export const codecs = [
	'x264',
	'x265',
	'H.264',
	'H264',
	'H.265',
	'h264',
	'h265',
	'HEVC',
	'XviD',
	'AV1',
	'x264 10bit',
	'HEVC 10bit',
	'x265 10bit HDR',
	'10-bit x265',
	'x264 Hi10P',
];
export const sounds = [
	'AAC2.0',
	'AAC 2.0',
	'AAC',
	'DD5.1',
	'DDP5.1',
	'DD+5.1',
	'DDP5.1 Atmos',
	'AC3',
	'EAC3 5.1',
	'DTS',
	'DTS 5.1',
	'DTS-HD MA 5.1',
	'DTS-HD.MA.7.1',
	'TrueHD 7.1 Atmos',
	'FLAC 2.0',
	'Opus 5.1',
	'MP3',
	'AC3 5.1x2',
	'DTS-X 7.1',
	'LPCM 2.0',
	'DD 5.1',
	'AAC 5.1',
	'DDPA5.1',
	'DTS-ES 6.1',
	'6CH',
];
export const extras = [
	'ESub',
	'MSubs',
	'Dual Audio',
	'iNTERNAL',
	'LiMiTED',
	'READNFO',
	'RETAIL',
	'HYBRID',
	'WS',
	'CRF 18',
	'12bit',
	'5.1ch',
	'2xRus',
	'60fps',
	'HDR10',
	'HDR10+',
	'DV',
	'SDR',
	'1.4GB',
	'700MB',
	'23.976fps',
	'8bit',
	'640kbps',
];

export const languages: [spelling: string, language: string | null][] = [
	['GERMAN', 'german'],
	['German DL', 'german'],
	['FRENCH', 'french'],
	['iTALiAN', 'italian'],
	['SPANISH', 'spanish'],
	['MULTi', null],
	['RUSSIAN', 'russian'],
	['POLISH', 'polish'],
	['KOREAN', 'korean'],
	['Hindi', 'hindi'],
];

export const again: [spelling: string, version: number][] = [
	['PROPER', 2],
	['REPACK', 2],
	['REPACK2', 3],
	['RERIP', 2],
];
