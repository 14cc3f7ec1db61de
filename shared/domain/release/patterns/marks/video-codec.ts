export type Codec = 'encoded' | 'stream' | 'xvid' | 'mpeg2';

/** `encoded`: it was compressed again; `stream`: words used for discs, broadcasts and encodes alike. */
export const codecTable: [spelling: string, codec: Codec][] = [
	...[
		'x264',
		'h264',
		'h 264',
		'x 264',
		'x265',
		'h265',
		'h 265',
		'x 265',
		'h266',
		'x266',
		'h 266',
		'av1',
		'vp9',
		'wmv',
		'xvidhd',
		'hi10p',
		'10bit x265',
		'mkv',
		'mp4',
	].map((spelling): [string, Codec] => [spelling, 'encoded']),
	...['avc', 'hevc', 'vc 1', 'mvc'].map((spelling): [string, Codec] => [spelling, 'stream']),
	...['xvid', 'x vid', 'divx'].map((spelling): [string, Codec] => [spelling, 'xvid']),
	['mpeg2', 'mpeg2'],
	['mpeg 2', 'mpeg2'],
];
