import test from 'ava';
import {parseGroup} from '#shared/domain/release/group.ts';

const group = test.macro({
	exec: (t, name: string, wanted: string | null) => t.is(parseGroup(name), wanted),
	title: (_, name: string, wanted: string | null) => `the group of ${name} is ${wanted}`,
});

// Behind the last dash.
test(group, 'Harbour.2019.1080p.BluRay.x264-TERN', 'TERN');
test(group, 'Harbour.2019.1080p.BluRay.DTS-TERN', 'TERN');
test(group, 'Harbour.2019.AAC-2TERN', '2TERN');
test(group, 'Harbour.S01E01-TERN', 'TERN');
test(group, 'Harbour.2019.AC3.-TERN', 'TERN');
test(group, 'Harbour S01E01 1080p EAC3 -Ternëg', 'Ternëg');
test(group, 'Harbour.2019.x264-TERN_English', 'TERN');
test(group, 'Harbour.2019.x264-ONE-TWO', 'ONE-TWO');
test(group, 'Harbour.2019.x264-One_Two', 'One_Two');
test(group, 'Harbour.2019.x264-TERN_sample', 'TERN');
test(group, 'Harbour - 08 (1080p)(Multiple Subtitle)-Tern-raws[TGx]', 'Tern-raws');
test(group, 'Harbour.2019.1080p.BluRay.x264-W', 'W');
test(group, 'Harbour.2019.1080p.BluRay.DTS-X', null);
test(group, '[Tern]_Harbour_-_01_-_H264_-_720p_-_A83AD672', 'Tern');
test(group, '[Tern] Harbour - 01v2-03v3 (1280x720 h264 AAC)', 'Tern');
test(group, '/films/Harbour.2019.x264-TERN', 'TERN');
test(group, 'Harbour.2019.1080p.WEB-DL', null);
test(group, 'Harbour.2019.DTS-X.MA.5.1.x264', null);
test(group, 'Harbour.2019.1080p.DTS-HD', null);
test(group, 'Harbour.S01E01.The-Tern.HDTV-1080p', null);
test(group, 'Harbour-Man', null);
test(group, 'Harbour.2019.x265.10-bit', null);
test(group, 'Harbour.2019.x265-10bit', null);
test(group, 'Harbour-S02E07-The_Storm', null);
test(group, 'Harbour-S02E07-10426008-1', null);
test(group, 'Harbour (2016) [tt1234567]', null);
test(group, 'Harbour.2019.x264-TERN (S:12/L:3)', 'TERN');
test(group, 'Harbour 1x07 (HDTV.720p.x264-TERN)', 'TERN');
test(group, 'harbour S02-E11', null);
test(group, 'Harbour.S02E11-12', null);
test(group, 'Harbour S01E01 English HDTV XviD TERN', null);
test(group, 'Harbour - S01E02 - Tern-Shaped Cloud [SDTV][x264]', null);

// With something of others behind it.
test(group, 'Harbour.2019.x264-TERN-Rakuvus-Obfuscated', 'TERN');
test(group, 'Harbour.2019.x264-TERN-RP-RP', 'TERN');
test(group, 'Harbour.2019.x264-TERN-WRTEAM', 'TERN');
test(group, 'Harbour.2019.x264-DX-TV', 'DX-TV');
test(group, 'Harbour.2019.x264-NZBgeek', 'NZBgeek');
test(group, 'Harbour.2019.x264-TERN-NZBgeek', 'TERN');
test(group, 'Harbour.2019.x264-TERN[www.tern.org]', 'TERN');
test(group, 'Harbour.2019.x264-TERN [eztv]-[rarbg.com]', 'TERN');
test(group, '[ www.tern.org ] - Harbour.2019.x264-GULL', 'GULL');
test(group, 'Harbour 2019 XviD TERN[www.tern.org]', null);

// In brackets.
test(group, '[Tern-Gull] Harbour - S01E01 - Title', 'Tern-Gull');
test(group, '[Tern.Hu] Harbour - 07 [720p]', 'Tern.Hu');
test(group, '[2TN] Harbour - 07 [720p]', '2TN');
test(group, 'Harbour - S01E02 - Name [3Ti]', '3Ti');
test(group, 'Harbour - S01E02 - Name [60fps]', null);
test(group, '【燕鸥组】[Harbour][05][1080P][WebRip]', '燕鸥组');
test(group, '[TERN][1080p] Harbour - 25 [BD HEVC][AE0ADDBA]', 'TERN');
test(group, '[1080p] Harbour.2019.x264-TERN', 'TERN');
test(group, 'Harbour - S01E01 - Title [Tern]', 'Tern');
test(group, 'Harbour 1999 [Tern] [Blu-ray][MKV][1080p][Softsubs (Tern)', 'Tern');
test(group, 'Harbour (1080p x265 EAC3 5 1 - Tern)', 'Tern');
test(group, 'Harbour (2017) [2160p REMUX] [Two Words]', null);
test(group, 'Harbour - S01E01 - Pilot [HDTV-480p]', null);

// Groups known for unusual names.
test(group, 'Harbour.2019.x264-E.N.D', 'E.N.D');
test(group, 'Harbour.2019.DTS.x264.D-Z0N3', 'D-Z0N3');
test(group, 'Harbour (2019) (1080p x265 Tigole) [QxR]', 'QxR');
test(group, 'Harbour (2019) (1080p x265 AAC 5.1 Silence)', 'Silence');
test(group, 'Harbour (2019) (1080p x265 AAC 5.1 SilenceFAKE)', null);
test(group, 'Harbour (2011) [BluRay] [1080p] [YTS.MX] [YIFY]', 'YIFY');

// What others hang behind the signature, or put around the name.
test(group, 'Harbour.2019.720p.WEB-DL.x264-tern[KVLT]', 'tern');
test(group, 'Harbour.S03E02.1080p.WEB.H264-TERN{{k3y!}}', 'TERN');
test(group, 'Harbour.S03E02.1080p.WEB-DL.H.264-TERN (Minato no Uta, Dual Audio)', 'TERN');
test(group, 'Harbour 2016 1080p WEB x265 - 1.9GB - TeRN', 'TeRN');
test(group, 'Harbour (2024) 720p HDTVRip AAC [900MB] - TeRN', 'TeRN');
test(group, 'Harbour.S02.720p.BluRay.x264.-.TeRN', 'TeRN');
test(group, 'Harbour - S01E05 - Storm', null);
test(group, '[BluRay Rip ITA AC3] Harbour (2006)-TERN[torrenti]', 'TERN');
test(group, '[DVD-RIP] Harbour (2012) Tamil [700MB]', null);
test(group, 'Harbour.S03E21.1080p.WEB-DLx264-TERN', 'TERN');
test(group, 'Harbour 2015 [Tern_Subs] [Blu-ray][1080p][HEVC]', 'Tern_Subs');
test(group, 'Harbour (2009) (720p.BD.DTS.x265-Tern[QxR])', 'QxR');
test(group, 'Harbour.2013.1080p.x264-Eml_HDTeam', 'Eml_HDTeam');
