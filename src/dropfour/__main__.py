from dropfour_launch import dropfour

dropfour()
