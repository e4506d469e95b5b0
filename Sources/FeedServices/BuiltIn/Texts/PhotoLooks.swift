internal import Atelier

/// What the photographs look like before their bytes are here, as they are painted.
///
/// Painting them all takes seconds, so this is written down. `Scripts/photo-looks` writes it anew;
/// a test compares it with the paintings.
enum PhotoLooks {
  /// The looks, by the photograph's name.
  static let all: [String: Look] = {
    var looks: [String: Look] = [:]
    lines.withUTF8Buffer { bytes in
      for line in bytes.split(separator: UInt8(ascii: "\n")) {
        let fields = line.split(separator: UInt8(ascii: " ")).map {
          String(decoding: $0, as: UTF8.self)
        }
        guard fields.count == 3, let colour = UInt32(fields[1], radix: 16) else { continue }
        looks[fields[0]] = Look(colour: colour, blurhash: fields[2])
      }
    }
    return looks
  }()

  private static let lines: StaticString = #"""
    berlin-allotment 99AC96 LnHo]rD%xwt8?wNFoNohS7sERibb
    berlin-bees B7A969 LVL4Gkxt5+oc?uoeRjah1Pof$fWC
    berlin-bike 8E6A5B LCGQ,=%2bbw{}ToLR*aeKONGWCW;
    berlin-canal A0A691 LSIYOHIo00oJ.S%3D~WUx_Rjs,j[
    berlin-drum ADA8A1 LjJ[3Kxu01j[xvbHRjay01V@t6ay
    berlin-map-desk B6AE96 LOK^=^vx02yEs+Rjjvj]01kDxsWB
    berlin-signal-box A59B8A LVI}bCxtIVxZ_Mj[RjkCI=ayjYWX
    berlin-snow-tram B8B6B5 LaLEHDt69#og01aeaJWBbdj]e,fP
    hanoi-flower-bike C3A18F LhMZ5Z-oW*of~AxZfhWV9=jsaiWB
    hanoi-lake-fog BCBFBD LULqnVM{IUx[^+WBRjae0LS4WBad
    hanoi-moss-step 768747 L8Dml[_0IVV__0%KRSRl4XRRsqtN
    hanoi-oven A26237 LUIo%ls.10j[VtayX7az0$WV$%fQ
    hanoi-pho-steam A58865 LmI|z8s.0MoK~9oeIWayNGayofj[
    hanoi-rain-ponchos 9E9C9F LIIE@Tt1NHpJ*0V|xYxY4.n#aLSg
    hanoi-train-street AEA597 LnK1aco|R%kW~qoeR*oMS%jFofn*
    hanoi-wall-fern B89738 LJLD33=^=H-S};s.R+oK]kR+E%R,
    istanbul-anglers 9CA4AA LXH{D}ofM{of~qa}oej[N|ayjsWC
    istanbul-ferry B19B98 LqKToX$%RjkC-VofWXoL0gofkWWB
    istanbul-galata-fog AEB3B4 LCK1{~%g-;-;0LRkt7az4nayD%WB
    istanbul-pixel-box AAA297 LbJkM:%1kXRk*0t7xZaenhazV@oe
    istanbul-pixel-chair AE9C8A LMK18j%L-:of~pxZxtWXE1WBM|bH
    istanbul-simit A88569 LYJQDt,oJ-x[~oNHoLxayCJBs9f6
    istanbul-stairs B0A99B LOKKp2t70eof~moLE1axO@j]Ria{
    istanbul-tea A59FA2 LtI}n%ofI=oe?wj[oLj[%Mjsr=j[
    jaipur-blocks 946A50 LGH0@N~9EMOF-oxsoJS4I@N2Rljb
    jaipur-chai 967E72 LKHKtk%M01s:-oofRjae9GRjwbae
    jaipur-hands D4C3B4 LXOW4%-:oyt7~WoLRjaeIVbbMxt7
    jaipur-indigo 988C96 LKHeITIUxwRNu6IoNLnh^%kCe-kX
    jaipur-kites B19F9D LbKT#+xtRjs;Azn*WVS40MWCt6oJ
    jaipur-stepwell C2A676 LPMPy{E2D+t6~UWCNHfkt6ayofaz
    jaipur-window BA7D6D LKLV8tR*={xa}@s:NGoL-Us:ELjZ
    kyoto-bench 9A7D59 LIHwui?G58bF^%t6W;WV0gt6-Tf7
    kyoto-cat-shop AD9671 LUJ@UCxa9as.~TaxRkt7K5ayRQkC
    kyoto-joint A08E72 LYIXW,oz0MIV?a%1E2M|4;%1t6j[
    kyoto-maple AD9173 LxJ@E#xtkVja}[s:kCoLR.WCazkC
    kyoto-plane A6A492 LlJ8Ont6IVbc_Ns.RkbbIWWWt6oJ
    kyoto-rain-gate 83837C L7F68?_3_N_2t,bH?bxux^RjW:bI
    kyoto-river-steps 8A9A8B LCF?kBo}IoR*taxCofxu8^Nc$*V@
    kyoto-tram A7A594 LgJH:Ot7Rnof?wj[xtj[%gWBkVbH
    lisbon-bridge-fog D3CBC2 LKOM:2xu01xao#WCRkj[58fkI;WV
    lisbon-brush B0A6A1 LiKKf:x^8^Rj%Mt7IpWDI9jEtSj[
    lisbon-kiosk 9F9BA0 LKIOU=xu$--qxzRjofj]4goNNXNF
    lisbon-roofs D4BEB8 L%OV=XR+WAs:ysWXaefkI@aekCfk
    lisbon-sardines 998076 LKHnNjca9Fae-UkCxani01VrxaxZ
    lisbon-stairs-light BDB9AA L+Lz?J~QW9NMkCbbWAaya~ayoJoe
    lisbon-tiles CBC9C8 L5NTtH~W4n?c-;%N%Mn#4.D%t7%L
    lisbon-tram A3957E LMI#GQ=qIrxD.TxB$vxBA1Rlelfk
    marrakesh-atlas 9F9CA1 LuIOX|j[WBaylCj[axfkIuj[ayoM
    marrakesh-books 82623D LME_T#fk9wofE3ayjZf60hayxZWV
    marrakesh-cats B0A2A2 LoKKThi|M_t8CTjbe-a#s?kVt7V@
    marrakesh-door B39E92 LdKmz$%M}.xB^iaxNHkC$xWAIrog
    marrakesh-garden B9A38F LYLN0vM|IUt6?wRkbcf+cabHsoju
    marrakesh-lantern 9A7047 LDHwGI%00hjvmkoJD+NHF|bH-ot6
    marrakesh-mint 668575 LGB#O:XoixbetjS*nNbWrRWGnzXN
    marrakesh-roofs CA9584 LONIHYNJNH%1?dIqjrt65ASgfQaf
    nairobi-feeder A5B371 LOI~R=n+XjSw~TtPaMafIWf7i|s.
    nairobi-ibis 819785 LLE:-ft3bMog~lxuk6ax$[t7oZj?
    nairobi-jacaranda 9182A8 LWGuLns;9Xj]-tj]ozoMIIfRt7oM
    nairobi-library 8E8571 L9GR-Y%14ot6A5RkV?V[wGoekCoe
    nairobi-marabou ADACA2 LLJ[FnWXXR^*_Nf+kWsnDixuWXD%
    nairobi-skyline C1B49D LpMG#1kCRkt7u6WXWBofNzayayay
    nairobi-sunbird 9CA355 LdH{9=gfOA#o_Jxsa|f7O:wKr^OW
    oaxaca-agave AFAEA4 LYKBN|E3W?t7~XNHo#kCF~WBj?WV
    oaxaca-comal 8E7A5E LZGRYLxt4pWCS5bHodWV0MWB%Kjt
    oaxaca-corn BEA684 LHL:u$~AE2$i^%s:WCe@%eR+V[W=
    oaxaca-loom A3877A LPIzu7%f00VY9FRP%gtkOpj[V@NG
    oaxaca-marigold B48258 LYKvHOoJEmxZ0kWWozazFyj@NGR,
    oaxaca-market 9A6748 LHHv;dJU0M$N1I$h58I==caf%1oe
    oaxaca-mole 704E39 L8C=VWxu;1ib~BozRiIU;KadTKXU
    reykjavik-aurora 1E4D42 L53dM0kVV@pI*JkWaejIr|kpj[a1
    reykjavik-lava A88038 LbJP|sIq0js-0jxY$|xZE4WCxYIr
    reykjavik-lighthouse B5B7BA LQK-witm0K-nxbM{bIxt4.of%MW:
    reykjavik-milkyway 4F5364 L997q:D$0K^+E9oJiuRkDhxt%LE2
    reykjavik-moss 99A47E LdHopuofRkt6?dj[t5ahxekBRkj[
    reykjavik-seismo D5CFC1 LAOg1i.8NZ-o_3aeWBof?^V@Vtoz
    reykjavik-sheep ADB7AA LnJ[np%MInj[?wt7sqj[R=axs:fk
    reykjavik-telescope 7E7375 LREe_fD*M{%L%NE2f6xa0eM|xuf+
    taipei-egret B1B6AB LUKUo[t7I[t7_NbHV?s:4nfjjsoK
    taipei-night-market A67E64 LsJ6=.oLE3s:}@oLWBf6Myjbt6WB
    taipei-noodles 8E7057 LEGR3R%20Ms:-pW;NFfP0gWBrpRj
    taipei-ridge BFCED1 LML}vsXAV@%M5tNHoJj[xzNFWANG
    taipei-stairs 90A172 LSGl?|Rk02WB?sa{IVayD+a{t7t6
    taipei-tea-hill A2B199 L-IryYxtR*j[?wofWBfkxwayfRj[
    taipei-wheel 7B7570 LGECd.~UIAt7?bxuNHWBMxWXogWC
    valparaiso-dogs A49088 LKI;hoJ4x=-UD4NFtjaJ.Srst7M{
    valparaiso-harbour 504E69 L99G|6WGI:S5E;s:s+of0-j[WAjZ
    valparaiso-lift A19A94 LaIhT-t8W.tQpyWBRPjZX:bc%1jG
    valparaiso-mural 728DA0 LKDA$A$ybwb_yFbHjEoL~USiVrnh
    valparaiso-paint 928A87 LDG+5c=z9ttS~7v$JpxsMaa4$*w[
    valparaiso-stairs B0A9A9 LOKKpGJAL#.89c%MQ,NHgie:tQRP
    """#
}
