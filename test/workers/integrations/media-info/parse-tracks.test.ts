import test from 'ava';
import {parseTracks} from '#workers/integrations/media-info/media-info-reader.ts';

const video = {'@type': 'Video', Format: 'HEVC', Width: '3840', Height: '1600'};
const withVideo = (fields: object) => parseTracks([{...video, ...fields}]);
const withAudio = (fields: object) => parseTracks([video, {'@type': 'Audio', ...fields}]);

test('without a picture there is nothing to tell', t => {
	t.is(parseTracks([]), null);
	t.is(parseTracks([{'@type': 'Video', Format: 'AVC'}]), null);
	t.is(parseTracks([{'@type': 'Audio', Format: 'AAC'}]), null);
});

test('video codecs are spelled as people write them', t => {
	t.is(withVideo({Encoded_Library: 'x265 - 3.5'})?.videoCodec, 'x265');
	t.is(withVideo({Format: 'AVC', Encoded_Library: 'x264 - core 164'})?.videoCodec, 'x264');
	t.is(withVideo({Format: 'AVC'})?.videoCodec, 'h264');
	t.is(withVideo({Format: 'MPEG-4 Visual', CodecID: 'XVID'})?.videoCodec, 'XviD');
	t.is(withVideo({Format: 'MPEG Video', Format_Version: 'Version 2'})?.videoCodec, 'MPEG2');
	t.is(withVideo({Format: 'Something'})?.videoCodec, 'Something');
});

test('audio codecs tell lossless and object sound apart', t => {
	const names = [
		[{Format: 'E-AC-3'}, 'EAC3'],
		[{Format: 'E-AC-3', Format_AdditionalFeatures: 'JOC'}, 'EAC3 Atmos'],
		[{Format: 'MLP FBA', Format_AdditionalFeatures: '16-ch'}, 'TrueHD Atmos'],
		[{Format: 'DTS', Format_AdditionalFeatures: 'XLL'}, 'DTS-HD MA'],
		[{Format: 'DTS', Format_AdditionalFeatures: 'XLL X'}, 'DTS-X'],
		[{Format: 'DTS'}, 'DTS'],
		[{Format: 'AAC LC'}, 'AAC'],
		[{Format: 'MPEG Audio', Format_Profile: 'Layer 3'}, 'MP3'],
	] as const;
	for (const [fields, name] of names) {
		t.is(withAudio(fields)?.audioCodec, name);
	}
});

test('channels with a low-frequency one end in .1', t => {
	t.is(withAudio({Channels: '6', ChannelLayout: 'L R C LFE Ls Rs'})?.audioChannels, 5.1);
	t.is(withAudio({Channels: '8'})?.audioChannels, 7.1);
	t.is(withAudio({Channels: '6', ChannelLayout: 'L R C Cb Ls Rs'})?.audioChannels, 6);
	t.is(withAudio({Channels: '2'})?.audioChannels, 2);
	t.is(parseTracks([video])?.audioChannels, null);
});

test('the dynamic range is named with its fallback', t => {
	t.is(withVideo({})?.dynamicRange, null);
	t.is(withVideo({transfer_characteristics: 'PQ'})?.dynamicRange, 'HDR10');
	t.is(withVideo({transfer_characteristics: 'HLG'})?.dynamicRange, 'HLG');
	t.is(withVideo({HDR_Format: 'Dolby Vision / SMPTE ST 2086', HDR_Format_Compatibility: 'HDR10'})?.dynamicRange, 'DV HDR10');
	t.is(withVideo({HDR_Format: 'Dolby Vision', HDR_Format_Compatibility: ''})?.dynamicRange, 'DV');
});
