import test from 'ava';
import {guessMode} from '#shared/domain/release/guess-mode.ts';
import type {TitleMode} from '#shared/domain/release/parsed-title.ts';

const guess = test.macro({
	exec: (t, name: string, mode: TitleMode) => t.is(guessMode(name), mode),
	title: (_, name: string, mode: TitleMode) => `${name} is taken for ${mode}`,
});

test(guess, 'Quiet.Harbour.S02E05.1080p.WEB.x264-TERN', 'tv');
test(guess, 'Quiet.Harbour.2010.217.hdtv.x264-TERN', 'tv');
test(guess, 'Quiet.Harbour.2of6.Storm.1990.DVDRip', 'tv');
test(guess, '[Tern] Sora no Uta - 13 (2019) [1080p]', 'tv');
test(guess, 'Sunday.Series.03-02-2016.HDTV.x264-TERN', 'tv');
test(guess, 'The.Glass.Road.2014.1080p.BluRay.x264-TERN', 'movie');
test(guess, 'The.Glass.Road.Part.2.2011.1080p.BluRay.x264-TERN', 'movie');
test(guess, 'The Glass Road 13 (1995) 1080p BluRay', 'movie');
test(guess, 'The.Glass.Road.103.2004.720p.BluRay', 'movie');
test(guess, 'The Glass Road - 13 Moons 2004 1080p BluRay', 'movie');
test(guess, '[Tern] Sora no Uta [1080p][0A1B2C3D].mkv', 'movie');
test(guess, 'Quiet Harbour 2018 06 720p x265.mp4', 'tv');
test(guess, 'Quiet.Harbour.E05.2019.1080p.WEB', 'tv');
test(guess, 'Quiet Harbour S2006 1080p', 'tv');
test(guess, 'The Open Season 2006 1080p BluRay', 'movie');
test(guess, 'The.Glass.Road.Episode.5.1980.1080p.BluRay', 'movie');
test(guess, 'The.Glass.Road.Part.One.2011.720p', 'movie');
test(guess, '12x12.2008.DVDRip.XviD-TERN', 'movie');
test(guess, 'The.Glass.Road.4x4.2019.1080p.WEB-DL', 'movie');
test(guess, 'The.Glass.Road.4x05.2019.1080p', 'tv');
test(guess, '11.14.2003.1080p.BluRay', 'movie');
