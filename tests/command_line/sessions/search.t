Positions are found by result, distance and kind.

  $ loa search 4x4 --material 3v4 --longest
  o2o/x3/2o1/x1xo x  wins in 15
  $ loa search 4x4 --material 2v3,3v3 --only-move --result win --limit 2
  4/4/oo2/x1xo x  wins in 1
  4/4/1o1o/x1xo x  wins in 1
  4/4/oo1o/xx1x x  wins in 1
  4/o3/1o1o/xx1x x  wins in 1
  $ loa search 4x4 --material 2v3,3v3 --zugzwang --result loss --limit 2 --json
  {"board":"4x4","rules":"mover-pass","positions":[{"position":"o1o1/4/x1x1/1o2 x","category":"loss","plies":2}]}
  $ loa search 4x4 --material 3v3 --plies 3..5 --result win --limit 2
  4/oo2/4/xxox x  wins in 3
  4/oo2/3o/xx1x x  wins in 3
  $ loa search 4x4 --material 4v4 --sample 3 --seed 5 --csv
  position,material,result,plies
  1o1x/3x/1xox/1oo1 x,4v4,win,1
  2o1/xo1o/2x1/1xox o,4v4,win,1
  x1oo/1xo1/4/1xxo o,4v4,win,1
  $ loa search 4x4 --material 7v7
  loa: no table 7v7 of 4x4 under mover-pass in tables/mover-pass/4x4; make it (about [..]) with: loa solve 4x4 --material 7v7
  [5]
  $ loa search 4x4 --plies x 2>&1 | head -1
  loa: invalid value 'x' for '--plies <PLIES>': 'x' is not a number of plies: expected one such as 7, or 5..9
  $ loa search 4x4 --plies 9..5 2>&1 | head -1
  loa: invalid value '9..5' for '--plies <PLIES>': '9..5' ends before it begins
  $ loa search 4x4 --count --sample 3 2>&1 | head -1
  loa: the argument '--count' cannot be used with '--sample <N>'
  $ loa search 4x4 --limit 0 2>&1 | head -1
  loa: invalid value '0' for '--limit <N>': expected a number from 1
  $ loa search 4x4 --seed 2 2>&1 | head -2
  loa: the following required arguments were not provided:
    --sample <N>

Positions that are found have the values that probe gives.

  $ for kind in "--result win --only-move" "--result loss --zugzwang" "--result win --plies 3..5"; do
  >   loa search 4x4 --material 2v3,3v3,4v3 $kind --limit 9 | sed 's/  .*//' >positions
  >   loa probe --stdin --value <positions | grep -o '"category":"[a-z]*"' | sort | uniq -c
  > done
       27 "category":"win"
       10 "category":"loss"
       27 "category":"win"

Counts are those of the positions listed.

  $ loa search 4x4 --material 2v2,4v4 --zugzwang --csv | wc -l
  45
  $ loa search 4x4 --material 2v2,4v4 --zugzwang --count --csv
  material,positions,placements
  2v2,3,16
  4v4,41,312
  $ loa search 4x4 --material 2v2,4v4 --zugzwang --count
  2v2  3 positions, 16 placements
  4v4  41 positions, 312 placements
  $ loa search 4x4 --material 2v2,4v4 --zugzwang --count --json
  {"board":"4x4","rules":"mover-pass","counts":[{"material":"2v2","positions":3,"placements":16},{"material":"4v4","positions":41,"placements":312}]}

The census counts the same wins in 5, as placements.

  $ loa search 4x4 --material 3v4 --result win --plies 5 --count
  3v4  565 positions, 4,508 placements
  $ loa census 4x4 --material 3v4 --csv | grep ,win,5,
  4x4,mover-pass,3,4,win,5,4508

A census is a picture, too, and there are charts by material and of squares.

  $ loa census 4x4 --chart shares --material 3v4,4v4
  Wins, draws and losses by material: 4x4 under mover-pass, 3v4, 4v4
  material     won  drawn    lost
  3v4       255728     24  144648
  4v4       577037    904  322959
  all       832765    928  467607
  $ loa census 4x4 --chart first-moves --csv | tail -1
  all,990640,8313452,3280604,248748,123834,363884,178638,75536
  $ loa census 4x4 --chart squares --svg | grep -o '<title>[^<]*'
  <title>Squares in won positions
  $ loa census 4x4 --chart wins --material 4v4 --json | sed 's/,"svg.*//'
  {"board":"4x4","rules":"mover-pass","chart":"wins","title":"Plies to the win by material","subject":"4x4 under mover-pass, 4v4","description":"The side to move is named first. Thin line: all. Thick line: without the shortest and longest tenth. Cross line: the median.","csv":"material,wins,shortest,tenth,median,mean,nine_tenths,longest\n4v4,408198,1,1,1,1.63,3,15"
  $ loa census 4x4 --chart area
  loa: invalid value 'area' for '--chart <KIND>'
    [possible values: distances, wins, shares, first-moves, squares]
  
    tip: a similar value exists: 'shares'
  
  For more information, try '--help'.
  [2]
  $ loa census 6x6 --chart squares
  loa: no tables of 6x6 under mover-pass in tables/mover-pass/6x6; make it (about [..]) with: loa solve 6x6 --stones 9
  [5]
  $ loa census 4x4 --svg | head -c 5
  <svg 
  $ loa census 4x4 | tail -1
  all             1411203            944         788233  15       o2o/x3/2o1/x1xo x

Material that is named twice counts once, and draws have no length.

  $ loa search 4x4 --material 2v2,2v2 --result loss --plies 4 --count
  2v2  8 positions, 56 placements
  $ loa census 4x4 --material 2v2,2v2
  4x4 under mover-pass, 2v2, 4 stones of 8: placements by value to the side to move
  material            won          drawn           lost  longest win
  2v2                6414              0           4506  5        o3/x3/2o1/3x x
  all                6414              0           4506  5        o3/x3/2o1/3x x
  $ loa search 4x4 --longest --result draw
  loa: draws have no length
  [2]
