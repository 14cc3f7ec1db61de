import {numberOf, type Track, textOf} from './track.ts';

const plainVideo: Readonly<Record<string, string>> = {AV1: 'AV1', VP9: 'VP9', VP8: 'VP8', 'VC-1': 'VC1', Theora: 'Theora', VVC: 'h266'};

/** `x264` and `x265` mean the encoder; `h264` and `h265` mean the same format by any other encoder. */
export function videoCodec(video: Track): string | null {
	const format = textOf(video, 'Format');
	const library = `${textOf(video, 'Encoded_Library')} ${textOf(video, 'CodecID')}`.toLowerCase();
	switch (format) {
		case 'AVC':
			return library.includes('x264') ? 'x264' : 'h264';
		case 'HEVC':
			return library.includes('x265') ? 'x265' : 'h265';
		case 'MPEG Video':
			return textOf(video, 'Format_Version').includes('1') ? 'MPEG' : 'MPEG2';
		case 'MPEG-4 Visual':
			return library.includes('xvid') ? 'XviD' : library.includes('divx') || library.includes('dx50') ? 'DivX' : 'MPEG4';
		default:
			return plainVideo[format] ?? (format || null);
	}
}

const plainAudio: Readonly<Record<string, string>> = {
	'AC-3': 'AC3',
	FLAC: 'FLAC',
	Opus: 'Opus',
	Vorbis: 'Vorbis',
	PCM: 'PCM',
	ALAC: 'ALAC',
	WMA: 'WMA',
};

function dtsName(features: string): string {
	if (features.includes('XLL')) {
		return features.includes('XLL X') ? 'DTS-X' : 'DTS-HD MA';
	}
	return features.includes('XBR') ? 'DTS-HD HRA' : features.includes('ES') ? 'DTS-ES' : 'DTS';
}

export function audioCodec(audio: Track | undefined): string | null {
	const format = textOf(audio, 'Format');
	const features = textOf(audio, 'Format_AdditionalFeatures');
	const isAtmos = features.includes('JOC') || features.includes('16-ch') || textOf(audio, 'Format_Commercial_IfAny').includes('Atmos');
	switch (format) {
		case 'E-AC-3':
			return isAtmos ? 'EAC3 Atmos' : 'EAC3';
		case 'MLP FBA':
			return isAtmos ? 'TrueHD Atmos' : 'TrueHD';
		case 'DTS':
			return dtsName(features);
		case 'MPEG Audio':
			return textOf(audio, 'Format_Profile').includes('3') ? 'MP3' : 'MP2';
		default:
			return format.startsWith('AAC') ? 'AAC' : (plainAudio[format] ?? (format || null));
	}
}

/** Six channels including a low-frequency one are 5.1. If the file does not say, the usual layout is assumed. */
export function audioChannels(audio: Track | undefined): number | null {
	const count = numberOf(audio, 'Channels');
	if (count === null) {
		return null;
	}
	const layout = `${textOf(audio, 'ChannelLayout')} ${textOf(audio, 'ChannelPositions')}`.trim();
	const hasLow = layout === '' ? count === 6 || count === 8 : layout.includes('LFE');
	return hasLow ? Math.round((count - 1 + 0.1) * 10) / 10 : count;
}

/** `DV HDR10` has both; null for standard dynamic range. */
export function dynamicRange(video: Track): string | null {
	const format = `${textOf(video, 'HDR_Format')} ${textOf(video, 'HDR_Format_Compatibility')}`;
	const transfer = textOf(video, 'transfer_characteristics');
	const isPlus = format.includes('2094') || format.includes('HDR10+');
	const base = isPlus ? 'HDR10Plus' : transfer === 'PQ' || format.includes('HDR10') ? 'HDR10' : transfer === 'HLG' ? 'HLG' : null;
	return format.includes('Dolby Vision') ? `DV ${base ?? ''}`.trim() : base;
}
