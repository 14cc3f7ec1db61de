import test from 'ava';
import {parseTitle} from '#shared/domain/release/parse-title.ts';

const show = test.macro({
	exec: (t, name: string, title: string, year: number | null = null) =>
		t.like(parseTitle(name, {mode: 'tv'}), {titleWithoutYear: title, year}),
	title: (_, name: string) => `the show's title in ${name}`,
});
const film = test.macro({
	exec: (t, name: string, title: string, year: number | null = null) => t.like(parseTitle(name, {mode: 'movie'}), {title, year}),
	title: (_, name: string) => `the movie's title in ${name}`,
});

// What describes the release ends the title, wherever the number stands.
test(show, 'Sora no Uta [BDRip 1080p] (001-052) [Dual Audio]', 'Sora no Uta');
test(show, 'Puerto Gris Temporada 3 HDTV 1080p [Cap.311] Castellano', 'Puerto Gris');
test(show, 'Ring of Oaks 720p HDTV 2018.05.14 x264-TERN', 'Ring of Oaks');
test(show, 'Quiet Harbour (Uncut) S02E03 1080p', 'Quiet Harbour');
test(show, 'Quiet Harbour [German Dub] S02E03 1080p', 'Quiet Harbour');
test(show, 'Sora no Uta Complete [Ep 01 - 24][720p]', 'Sora no Uta');
test(show, 'Quiet Harbour s05 - "Quiet Harbour Season 5 Episode 14"', 'Quiet Harbour');
test(show, '240319 しずく坂テレビ #08', 'しずく坂テレビ');
test(show, 'Copper Hill (1994-2001) Season 3 DVDRip', 'Copper Hill', 1994);
test(show, 'Copper Hill 1994-2001 S01-S08 1080p', 'Copper Hill', 1994);

// Of titles in brackets the Latin one behind the Chinese one.
test(show, '[云雀字幕组][白塔之歌 White Song][Shiroi Tou no Uta][09][1080P]', 'Shiroi Tou no Uta');
test(show, '[海鸥字幕组][SEAGULL][别认输][Makenai Heishi!][06][1080p]', 'Makenai Heishi!');

// Words of the release that stand before the first technical one.
test(film, 'Weit.hinter.dem.Wall.DOKU.German.DVDRip.x264-TERN', 'Weit hinter dem Wall');
test(film, 'Der.Steinerne.Gast.German.EAC3D.DL.1080p.WEB.H264-TERN', 'Der Steinerne Gast');
test(film, 'Night.Orchard.STV.DIRFIX.iTALiAN.DVDRip.XviD-TERN', 'Night Orchard');
test(film, 'The Drowned Bell French 2013 720p BluRay x264', 'The Drowned Bell', 2013);
test(film, 'My Big Polish Bell 2013 720p BluRay x264', 'My Big Polish Bell', 2013);
test(film, 'Copper.Tide.EXTENDED.HFR.ITA.BDRip.1080p', 'Copper Tide');
test(film, 'Raw.and.Uncensored.2009.720p.WEB-DL', 'Raw and Uncensored', 2009);

// A second title, a director, a second script.
test(film, 'Скользкий берег (Slippery Shore) 2004 WEB-DL 1080p', 'Slippery Shore', 2004);
test(film, 'Skugga (The Shadow Line) 1994 BDRip 1080p', 'Skugga', 1994);
test(film, 'Skugga or (The Shadow Line) 1994 BDRip 1080p', 'Skugga or (The Shadow Line)', 1994);
test(film, 'Skugga (Part Two) 1994 BDRip 1080p', 'Skugga (Part Two)', 1994);
test(film, 'Le Petit Matin (Henri Valmont, 1968) DVDRip', 'Le Petit Matin', 1968);
test(film, 'La longue route (O. Ferrand - 1979) 720p', 'La longue route', 1979);
test(film, '玻璃花园 Glass Garden 2023 1080p WEB-DL', 'Glass Garden', 2023);
test(film, 'Тихий берег Silent Shore 2021 BDRip 1080p', 'Silent Shore', 2021);
test(film, 'Тихий берег 2021 BDRip 1080p', 'Тихий берег', 2021);
test(film, 'Grey Anchor Collection 2003-2009 720p BluRay', 'Grey Anchor Collection');

// Films of fansubs, and notes that tell no year.
test(film, '[Tern] Sky Porter the Movie v2 [1B2C3D4E].mkv', 'Sky Porter the Movie');
test(film, '[Tern] Umi to Hoshi [Dual-Audio][BD 1080p HEVC FLAC]', 'Umi to Hoshi');
test(film, '[Tern] Clay Academy Movie - Under the Kiln [US.BD 1080p x265].mkv', 'Clay Academy Movie - Under the Kiln');
test(film, 'Las monedas [4KUHDremux][Castellano DTS]', 'Las monedas');
test(film, 'Mar.Bravo.TS.Tern', 'Mar Bravo');
test(film, 'El Faro Azul BR-Screener Spanish 2008', 'El Faro Azul', 2008);

// The site that posted it.
test(film, 'www TernCreek lol - Salt Road (2022) 720p HDRip', 'Salt Road', 2022);
test(film, 'www,TernCreek.cc - Salt Road (2022) 720p HDRip', 'Salt Road', 2022);
test(film, 'ww.TernCreek.cc - Salt Road (2022) 720p HDRip', 'Salt Road', 2022);
test(film, 'ternbox77.fi - Salt Road (2022) [1080p]', 'Salt Road', 2022);
test(show, '{WWW.TERNFLIX.COM} Casa de Vento S01E02 1080p', 'Casa de Vento');

// The same two titles the other way round, and by other marks.
test(film, 'Скользкий берег / Slippery Shore (2004) WEB-DL', 'Slippery Shore', 2004);
test(film, 'Slippery Shore Скользкий берег 2004 WEB-DL', 'Slippery Shore', 2004);
test(film, 'Skugga [The Shadow Line] 1994 BDRip', 'Skugga', 1994);
test(film, 'Скользкий берег 2 Slippery Shore 2 2004', 'Slippery Shore 2', 2004);
test(film, 'Le Petit Matin (Henri Valmont 1968) DVDRip', 'Le Petit Matin', 1968);
test(film, 'La longue route (O. Ferrand, 1979, France) 720p', 'La longue route', 1979);
test(film, 'Night.Orchard.DC.DVDRip.XviD-TERN', 'Night Orchard');
test(film, 'Night Orchard Tamil Dubbed 2013 720p', 'Night Orchard', 2013);
test(film, 'https://www.ternflix.com - Salt Road 2022 720p', 'Salt Road', 2022);
test(show, 'Тихий берег Silent Shore S01E05', 'Silent Shore');
test(show, 'Quiet.Harbour.GERMAN.S01E05.720p', 'Quiet Harbour');
test(show, 'The.Italian.Harbour.S01E05.720p', 'The Italian Harbour');
test(show, '( Quiet Harbour S01E05 720p x264-TERN )', 'Quiet Harbour');
